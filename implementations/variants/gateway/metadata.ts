import { metadataDocument } from '../../../protocol/metadata.ts'
import { signPayload } from '../../../protocol/signature/payload.ts'
import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { signWithEitherS } from '../support/high-s.ts'
import type { Variant } from '../variant.ts'
import { serveBelow, serveStripped } from './base-path.ts'
import { changeConfig, changeIdentity } from './support/metadata.ts'

/** Other identities, documents and base addresses ("Metadata document"). */
export const metadataVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'the version member has the name of the protocol',
    story: 'As in the section on the wire format.',
    profile: { versionMember: 'opencheckout', version: '0.1.2' },
  },
  {
    name: 'every optional member is there',
    story: 'A complete document.',
    policies: {
      metadata: changeIdentity(identity => ({
        ...identity,
        icon: 'https://gateway.example/icon.svg',
        kyc: [7001, 7002],
        contact: 'ops@gateway.example',
      })),
    },
  },
  {
    name: 'no optional member is there',
    story: 'A short document.',
    policies: { metadata: changeIdentity(({ name, config }) => ({ name, config })) },
  },
  {
    name: 'the document and its config have members of their own',
    story: 'Terms, regions, support.',
    policies: {
      metadata: (identity, key, profile) => {
        const settlement = { ...identity.config.settlement, minimum: { USD: '0.01' } }
        const config = { publicKey: key.publicKey, ...identity.config, settlement, region: 'eu', limits: [1, 2] }
        return {
          terms: 'https://gateway.example/terms',
          ...metadataDocument(identity, key, profile),
          config,
          signature: signPayload(config, key, profile),
        }
      },
    },
  },
  {
    name: 'capabilities are in another order, with others among them',
    story: 'Extensions of a later version.',
    policies: {
      metadata: changeConfig(config => ({
        ...config,
        capabilities: ['refund.create', ...config.capabilities.toReversed(), 'transfer.webhook', 'x-ping'],
      })),
    },
  },
  {
    name: 'settlement lists its currencies in another order',
    story: 'As the database gives them.',
    policies: {
      metadata: changeConfig(config => ({
        ...config,
        ...(config.settlement
          ? { settlement: { ...config.settlement, currencies: [...config.settlement.currencies].reverse() } }
          : {}),
      })),
    },
  },
  {
    name: 'settlement lists currencies that are no longer used',
    story: 'Refunds of old payments. They are on the third list of ISO 4217.',
    policies: {
      metadata: changeConfig(config => ({
        ...config,
        ...(config.settlement
          ? { settlement: { ...config.settlement, currencies: [...config.settlement.currencies, 'BGN', 'HRK', 'DEM'] } }
          : {}),
      })),
    },
  },
  { name: 'the base address has a path', story: 'Behind a proxy, next to other services.', ...serveBelow('/gw/v2') },
  {
    name: 'the base address has a path, which is not signed',
    story: 'The proxy removes it, so the service never sees it.',
    ...serveStripped('/gw/v2'),
    isDiscovered: true,
  },
  {
    name: 'signatures have a high s half of the time',
    story: 'The library does not normalize s; both values are valid.',
    policies: signWithEitherS(signPayload),
  },
]
