import type { Profile } from '../../../protocol/profile.ts'
import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import { escapeVariants, unlistedEscapeVariants } from '../support/dialects.ts'
import type { Variant } from '../variant.ts'

const dialectVariant = (name: string, story: string, profile: Partial<Profile>): Variant<KycPolicies> => ({
  name,
  story,
  profile,
})

/**
 * Other signatures of the metadata ("Authentication": encoding and canonical form are not specified; "Versioning": nor is the name of the
 * member).
 */
export const dialectVariants: readonly Variant<KycPolicies>[] = [
  ...escapeVariants,
  ...unlistedEscapeVariants.slice(-1),
  dialectVariant('the metadata is signed in DER, in hex', 'OpenSSL returns signatures like that.', {
    signatureEncoding: 'der-hex',
  }),
  dialectVariant(
    'the metadata is signed in DER, in base64',
    'The Java standard library produces DER, and base64 is our usual encoding.',
    {
      signatureEncoding: 'der-base64',
    },
  ),
  dialectVariant('the metadata is signed in base64', 'Documents get shorter.', { signatureEncoding: 'compact-base64' }),
  dialectVariant('the metadata is signed in base64url', 'Copied from JSON Web Signatures.', {
    signatureEncoding: 'compact-base64url',
  }),
  dialectVariant('the metadata is signed in base64 without padding', 'RawStdEncoding of Go.', {
    signatureEncoding: 'compact-base64-unpadded',
  }),
  dialectVariant('the metadata is signed in base64url with padding', 'urlsafe_b64encode of Python.', {
    signatureEncoding: 'der-base64url-padded',
  }),
  dialectVariant('the signature is in upper case', 'The platform formats hex like that.', {
    signatureEncoding: 'compact-hex-upper',
  }),
  dialectVariant('the signature begins with 0x', 'From a wallet library.', { signatureEncoding: 'compact-hex-0x' }),
  dialectVariant('the signature carries the recovery id', 'Also from a wallet library: 65 bytes.', {
    signatureEncoding: 'recoverable-hex',
  }),
  dialectVariant('the config is sorted at the top level only', '"Its keys sorted alphabetically", taken literally.', {
    canonicalJson: 'top-level',
  }),
  dialectVariant('the config is sorted at the top level only, and signed in DER', 'Two choices together.', {
    canonicalJson: 'top-level',
    signatureEncoding: 'der-hex',
  }),
  dialectVariant('the version stands under another name', 'It has the name of the protocol.', {
    versionMember: 'ocp',
    version: '0.1',
  }),
]
