import { type CanonicalForm, canonicalForms } from '../../protocol/canonical.ts'
import type { Json } from '../../protocol/json.ts'
import { recognizePublicKey } from '../../protocol/keys.ts'
import { verifyPayload } from '../../protocol/payload.ts'
import { type Profile, referenceProfile } from '../../protocol/profile.ts'
import { decodeSignature, type SignatureEncoding, signatureEncodings } from '../../protocol/signature.ts'
import { memberOf } from '../target-metadata.ts'

/** The encoding of a target's signatures, and every canonical form over which its metadata signature verifies. */
export type MetadataDialect = { signatureEncoding: SignatureEncoding; canonicalForms: readonly CanonicalForm[] }

/**
 * Reads the dialect from the signature of a metadata document: its encoding, and every canonical form over which it
 * verifies (a config without nested objects is the same in all of them). If it verifies over none, only the encoding is
 * known, from the shape of the text. Undefined if it has the shape of no encoding. Headings: Metadata document,
 * Authentication (payload signatures).
 */
export const dialectFromMetadata = (document: Json | undefined): MetadataDialect | undefined => {
  const signature = memberOf(document, 'signature')
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
  const config = memberOf(document, 'config')
  const publicKey = recognizePublicKey(memberOf(config, 'publicKey'))
  if (config === undefined || publicKey === undefined) return false
  const dialect = { ...referenceProfile, ...choices }
  return verifyPayload(config, memberOf(document, 'signature'), { publicKey, dialect })
}

/** Decoding takes hex digits in either case; a target writes one of them. */
const asWritten = (signature: Json | undefined, encoding: SignatureEncoding): SignatureEncoding =>
  encoding === 'compact-hex' && typeof signature === 'string' && /[A-F]/.test(signature)
    ? 'compact-hex-upper'
    : encoding
