import { canonicalForms } from '../../protocol/canonical.ts'
import type { Json } from '../../protocol/json.ts'
import { recognizePublicKey } from '../../protocol/keys.ts'
import { verifyPayload } from '../../protocol/payload.ts'
import type { Profile } from '../../protocol/profile.ts'
import { signatureEncodings } from '../../protocol/signature.ts'
import { member } from '../../suites/harness/signed.ts'

/** How the target writes a signature, and the text that it signs, as far as the signature of its metadata shows it. */
export type Shown = Pick<Profile, 'signatureEncoding' | 'canonicalJson'>

/**
 * The encoding and the canonical form with which the signature of a metadata document verifies, those of `expected` before all
 * others; undefined where none does. Headings: Metadata document, Authentication (payload signatures).
 */
export const shownDialect = (document: Json | undefined, expected: Profile): Shown | undefined => {
  const config = member(document, 'config')
  const publicKey = recognizePublicKey(member(config, 'publicKey'))
  if (config === undefined || publicKey === undefined) return undefined
  const signature = member(document, 'signature')
  const readings = [
    expected,
    ...canonicalForms.flatMap(canonicalJson =>
      signatureEncodings.map(signatureEncoding => ({ canonicalJson, signatureEncoding })),
    ),
  ]
  const found = readings.find(one => verifyPayload(config, signature, { publicKey, dialect: { ...expected, ...one } }))
  return found && { signatureEncoding: found.signatureEncoding, canonicalJson: found.canonicalJson }
}
