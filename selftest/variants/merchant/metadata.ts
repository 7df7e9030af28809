import { metadataDocument } from '../../../protocol/metadata.ts'
import type { MerchantPolicies } from '../../../reference/merchant/contract.ts'
import type { Variant } from '../variant.ts'

/** Other members of the metadata document ("Metadata document", "Versioning"). */
export const metadataVariants: readonly Variant<MerchantPolicies>[] = [
  {
    name: 'the version member has the name of the protocol, capabilities are of its own naming',
    story: 'As in the section on the wire format; the document lists none for merchants.',
    profile: { versionMember: 'opencheckout', version: '0.1.2' },
    policies: {
      metadata: ({ config, ...identity }, key, profile) => {
        const capabilities = ['transfer.webhook', 'x-loyalty', ...config.capabilities]
        const more = { icon: 'https://shop.example/icon.svg', kyc: [7001], contact: 'till@shop.example' }
        return metadataDocument({ ...identity, ...more, config: { ...config, capabilities } }, key, profile)
      },
    },
  },
]
