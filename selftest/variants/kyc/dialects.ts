import type { Profile } from '../../../protocol/profile.ts'
import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import type { Variant } from '../variant.ts'

const dialectVariant = (name: string, story: string, profile: Partial<Profile>): Variant<KycPolicies> => ({
  name,
  story,
  profile,
})

/**
 * Other signatures of the metadata ("Authentication": encoding and canonical form are not shown; "Versioning": nor is
 * the name of the member).
 */
export const dialectVariants: readonly Variant<KycPolicies>[] = [
  dialectVariant('the metadata is signed in DER, in hex', 'OpenSSL hands signatures out like that.', {
    signatureEncoding: 'der-hex',
  }),
  dialectVariant(
    'the metadata is signed in DER, in base64',
    'The Java standard library, in the encoding of the house.',
    {
      signatureEncoding: 'der-base64',
    },
  ),
  dialectVariant('the metadata is signed in base64', 'Shorter documents.', { signatureEncoding: 'compact-base64' }),
  dialectVariant('the metadata is signed in base64url', 'Taken over from JSON Web Signatures.', {
    signatureEncoding: 'compact-base64url',
  }),
  dialectVariant('the signature is in upper case', 'The formatter of the platform writes hex so.', {
    signatureEncoding: 'compact-hex-upper',
  }),
  dialectVariant('the signature begins with 0x', 'From a wallet library.', { signatureEncoding: 'compact-hex-0x' }),
  dialectVariant('the signature carries the recovery id', 'From a wallet library, too: 65 bytes.', {
    signatureEncoding: 'recoverable-hex',
  }),
  dialectVariant(
    'the config is sorted at the top level only',
    '"Its keys sorted alphabetically", read to the letter.',
    {
      canonicalJson: 'top-level',
    },
  ),
  dialectVariant('the config is sorted at the top level only, and signed in DER', 'Two choices at once.', {
    canonicalJson: 'top-level',
    signatureEncoding: 'der-hex',
  }),
  dialectVariant('the version stands under another name', "The protocol's own name.", {
    versionMember: 'ocp',
    version: '0.1',
  }),
]
