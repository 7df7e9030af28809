import { isObject, type Json } from '../../protocol/json.ts'
import { capabilitiesOf, type Role } from '../../protocol/operations.ts'

/**
 * The role that a metadata document shows: a kyc.* capability means kyc; `settlement` or a capability of a gateway means gateway
 * ("Metadata document"). Undefined where it shows none: a merchant's capabilities are not listed.
 */
export const roleOf = (metadata: Json): Role | undefined => {
  const config = isObject(metadata) && isObject(metadata.config) ? metadata.config : {}
  const capabilities = Array.isArray(config.capabilities) ? config.capabilities : []
  if (capabilities.some(each => typeof each === 'string' && each.startsWith('kyc.'))) return 'kyc'
  const ofGateway = capabilities.some(each => typeof each === 'string' && capabilitiesOf.gateway.includes(each))
  return ofGateway || 'settlement' in config ? 'gateway' : undefined
}
