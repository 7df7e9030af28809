import { member } from '../../harness/http/target-signature.ts'
import { type CanonicalForm, canonicalForms } from '../../protocol/canonical.ts'
import type { Json } from '../../protocol/json.ts'
import { recognizePublicKey } from '../../protocol/keys.ts'
import { verifyPayload } from '../../protocol/payload.ts'
import { type Profile, referenceProfile } from '../../protocol/profile.ts'
import { decodeSignature, type SignatureEncoding, signatureEncodings } from '../../protocol/signature.ts'

/** How a target writes a signature, and the canonical forms that its signature verifies over; none where it verifies over no form. */
export type MetadataDialect = { signatureEncoding: SignatureEncoding; canonicalForms: readonly CanonicalForm[] }

/**
 * What the signature of a metadata document shows of the dialect: the encoding, and every canonical form with which it
 * verifies (a config without nested objects is the same in all of them). Where none does, the encoding is told by the shape of the
 * text alone; undefined where it has the shape of none. Headings: Metadata document, Authentication (payload signatures).
 */
export const dialectFromMetadata = (document: Json | undefined): MetadataDialect | undefined => {
  const signature = member(document, 'signature')
  const encodings = signatureEncodings.filter(encoding => decodeSignature(signature, encoding) !== undefined)
  const [shape] = encodings
  if (shape === undefined) return undefined
  for (const signatureEncoding of encodings) {
    const forms = canonicalForms.filter(form => verifies(document, { signatureEncoding, canonicalJson: form }))
    if (forms.length > 0) return { signatureEncoding: asWritten(signature, signatureEncoding), canonicalForms: forms }
  }
  return { signatureEncoding: asWritten(signature, shape), canonicalForms: [] }
}

const verifies = (
  document: Json | undefined,
  choices: Pick<Profile, 'signatureEncoding' | 'canonicalJson'>,
): boolean => {
  const config = member(document, 'config')
  const publicKey = recognizePublicKey(member(config, 'publicKey'))
  if (config === undefined || publicKey === undefined) return false
  const dialect = { ...referenceProfile, ...choices }
  return verifyPayload(config, member(document, 'signature'), { publicKey, dialect })
}

/** Reading takes either case of hex digits; writing is one of the two. */
const asWritten = (signature: Json | undefined, encoding: SignatureEncoding): SignatureEncoding =>
  encoding === 'compact-hex' && typeof signature === 'string' && /[A-F]/.test(signature)
    ? 'compact-hex-upper'
    : encoding
