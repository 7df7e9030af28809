import { metadataDocument } from '../../../protocol/metadata.ts'
import type { MerchantPolicies } from '../../../reference/merchant/contract.ts'
import { merchantPolicies } from '../../../reference/merchant/policies.ts'
import { hasOwnVersion, ownVersion } from '../support/version-member.ts'
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
  {
    name: 'documents without the version under its own name are not read',
    story: 'The schema of the company requires the name that the wire format section gives.',
    profile: ownVersion,
    isDiscovered: true,
    policies: {
      publishedKey: async (ocid, service) =>
        (await hasOwnVersion(ocid, service)) ? merchantPolicies.publishedKey(ocid, service) : undefined,
    },
  },
]
