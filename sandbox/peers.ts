import { joinPath } from '../protocol/base-url.ts'
import type { Role } from '../protocol/operations.ts'
import type { PartialProvisioning } from '../reference/service/provisioning.ts'

/** A role that is served together with others. */
export type Peer = { role: Role; ocid: number; name: string; publicKey: string; baseUrl: string }

/** Registers the roles that are served together at each other, so that an order of one can be paid at the other. */
export const withPeers = (
  role: Role,
  provisioned: PartialProvisioning,
  peers: readonly Peer[],
): PartialProvisioning => {
  const others = peers.filter(peer => peer.role !== role)
  const { registry } = provisioned
  const entries = Object.fromEntries(
    others.map(({ ocid, baseUrl }) => [String(ocid), joinPath(baseUrl, '/metadata.json')]),
  )
  const known = {
    ...provisioned,
    registry: { url: registry?.url ?? '', entries: { ...registry?.entries, ...entries } },
  }
  if (role === 'gateway') return { ...known, gateway: withPartners(provisioned.gateway, others) }
  return role === 'merchant' ? { ...known, merchant: withIssuers(provisioned.merchant, others) } : known
}

type GatewayPart = NonNullable<PartialProvisioning['gateway']>

/** Registers each merchant, with an account in every currency that has accounts, and each KYC provider. */
const withPartners = (part: GatewayPart | undefined, others: readonly Peer[]): GatewayPart => {
  const { merchants = [], accounts = [], settlementProviders = [] } = part ?? {}
  const currencies = [...new Set(['USD', ...accounts.map(({ currency }) => currency)])]
  const peers = others.filter(peer => peer.role === 'merchant')
  return {
    merchants: [
      ...merchants,
      ...peers.map(({ ocid, name, publicKey, baseUrl }) => ({ ocid, name, publicKey, endpoint: baseUrl })),
    ],
    accounts: [
      ...accounts,
      ...peers.flatMap(({ ocid, baseUrl }) =>
        currencies.map(currency => ({
          id: `merchant-${ocid}-${currency}`,
          ocid,
          currency,
          balance: '0',
          debitableBy: [ocid],
          webhook: baseUrl,
        })),
      ),
    ],
    settlementProviders,
    kycProviders: others.filter(peer => peer.role === 'kyc').map(({ ocid }) => ocid),
  }
}

type MerchantPart = NonNullable<PartialProvisioning['merchant']>

const withIssuers = (part: MerchantPart | undefined, others: readonly Peer[]): MerchantPart => ({
  callers: [...(part?.callers ?? [])],
  issuers: [...(part?.issuers ?? []), ...others.filter(peer => peer.role === 'gateway').map(({ ocid }) => ocid)],
})
