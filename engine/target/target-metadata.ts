import { isCurrency } from '../../protocol/currency.ts'
import { isObject, type Json, memberOf } from '../../protocol/json/json.ts'
import { capabilitiesOf, type Role } from '../../protocol/operations.ts'

/** Returns the config of a metadata document, or an empty object. Heading: Metadata document. */
export const configOf = (metadata: Json | undefined): Json => memberOf(metadata, 'config') ?? {}

/** Returns the active ISO 4217 codes of config.settlement.currencies. */
export const currenciesOf = (metadata: Json | undefined): string[] => {
  const currencies = memberOf(memberOf(configOf(metadata), 'settlement'), 'currencies')
  return Array.isArray(currencies) ? currencies.filter(isCurrency) : []
}

/** Returns the texts of config.capabilities. */
export const declaredCapabilities = (metadata: Json | undefined): string[] => {
  const capabilities = memberOf(configOf(metadata), 'capabilities')
  return Array.isArray(capabilities) ? capabilities.filter(name => typeof name === 'string') : []
}

/**
 * Returns the role implied by a metadata document: a kyc.* capability means kyc; `settlement` or a capability of a gateway means gateway.
 * Undefined if it has neither: the protocol lists no capabilities of a merchant. Heading: Metadata document.
 */
export const roleOf = (metadata: Json | undefined): Role | undefined => {
  const config = configOf(metadata)
  const capabilities = declaredCapabilities(metadata)
  if (capabilities.some(name => name.startsWith('kyc.'))) return 'kyc'
  const isGateway = capabilities.some(name => capabilitiesOf.gateway.includes(name))
  return isGateway || (isObject(config) && 'settlement' in config) ? 'gateway' : undefined
}
