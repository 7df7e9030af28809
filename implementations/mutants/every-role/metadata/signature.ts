import { metadataDocument } from '../../../../protocol/metadata.ts'
import { roles } from '../../../../protocol/operations.ts'
import { generatePrivateKey } from '../../../../protocol/signature/keys.ts'
import { signPayload } from '../../../../protocol/signature/payload.ts'
import type { CommonPolicies } from '../../../../reference/every-role/contract.ts'
import { omitMember } from '../../../support/changes.ts'
import type { SharedMutant } from '../shared-mutant.ts'

type Policies = Partial<CommonPolicies>

const retiredKey = generatePrivateKey()

/** Serves every third reading from a machine that lags behind; the first reading is current. */
const everyThirdReading = (behind: CommonPolicies['metadata']): Policies => {
  let count = 0
  return { metadata: (...given) => (++count % 3 === 0 ? behind(...given) : metadataDocument(...given)) }
}

/** Faults in the signature of the metadata document, and in its stability (META-08, META-13). */
export const metadataSignatureMutants: readonly SharedMutant[] = [
  {
    name: 'metadata is signed with a key that was retired',
    roles,
    breaks: 'META-08',
    alsoBreaks: ['SIG-04'],
    story: 'The key changed, and the signature is a line in a file that was not updated.',
    policies: {
      metadata: (identity, key, profile) => ({
        ...metadataDocument(identity, key, profile),
        signature: metadataDocument(identity, retiredKey, profile).signature ?? '',
      }),
    },
  },
  {
    name: 'metadata is signed as a whole',
    roles,
    breaks: 'META-08',
    alsoBreaks: ['SIG-04'],
    story: 'The whole document is signed, as everywhere else; here only config is.',
    policies: {
      metadata: (identity, key, profile) => {
        const document = omitMember('signature')(metadataDocument(identity, key, profile))
        return { ...document, signature: signPayload(document, key, profile) }
      },
    },
  },
  {
    name: 'the config is signed before the key is put into it',
    roles,
    breaks: 'META-08',
    alsoBreaks: ['SIG-04'],
    story: 'The key is added at the end, from another file.',
    policies: {
      metadata: (identity, key, profile) => ({
        ...metadataDocument(identity, key, profile),
        signature: signPayload(identity.config, key, profile),
      }),
    },
  },
  {
    name: 'one of three machines signs with an older config',
    roles,
    breaks: 'META-08',
    alsoBreaks: ['META-13', 'SIG-04'],
    story: 'The signature is cached with the document, and one cache was forgotten.',
    policies: everyThirdReading((identity, key, profile) => ({
      ...metadataDocument(identity, key, profile),
      signature: signPayload({ endpoint: identity.config.endpoint }, key, profile),
    })),
  },
  {
    name: 'one of three machines shows its own address',
    roles,
    breaks: 'META-13',
    story: 'The endpoint is the host name, and there is more than one host.',
    policies: everyThirdReading((identity, key, profile) => {
      const endpoint = identity.config.endpoint.replace('127.0.0.1', 'localhost')
      return metadataDocument({ ...identity, config: { ...identity.config, endpoint } }, key, profile)
    }),
  },
]
