import { canonicalText } from '../json/canonical.ts'
import type { Json } from '../json/json.ts'
import type { Dialect } from '../profile.ts'
import { sha256 } from './hash.ts'
import { type PrivateKey, verifyHash } from './keys.ts'
import { decodeSignature, encodeSignature, encodingsOf } from './signature.ts'

/**
 * Hashes the canonical JSON of an order, a proof or a metadata config with SHA-256 ("Authentication", payload signatures).
 * Clauses: SIG-03, SIG-10.
 */
export const payloadHash = (payload: Json, dialect: Dialect): Uint8Array => sha256(canonicalText(payload, dialect))

/** Signs a payload, in the dialect's encoding. Throws a TypeError if the payload has no canonical JSON. Clause: SIG-04. */
export const signPayload = (payload: Json, key: PrivateKey, dialect: Dialect): string =>
  encodeSignature(key.sign(payloadHash(payload, dialect)), dialect.signatureEncoding)

/**
 * Verifies a payload's signature with the signer's key and dialect; a signature of any type may be passed. Never throws.
 * Clauses: SIG-01, SIG-02, SIG-03, SIG-05.
 */
export const verifyPayload = (
  payload: Json,
  signature: unknown,
  signer: { publicKey: string; dialect: Dialect },
): boolean => {
  const compact = decodeSignature(signature, signer.dialect.signatureEncoding)
  if (compact === undefined) return false
  try {
    return verifyHash(signer.publicKey, payloadHash(payload, signer.dialect), compact)
  } catch {
    return false
  }
}

/**
 * Verifies a payload's signature in every encoding that its text may have: the document specifies none, so each kind of payload may have
 * its own. Never throws. Clause: SIG-07.
 */
export const verifyInAnyEncoding = (
  payload: Json,
  signature: unknown,
  { publicKey, dialect }: { publicKey: string; dialect: Dialect },
): boolean =>
  encodingsOf(signature).some(signatureEncoding =>
    verifyPayload(payload, signature, { publicKey, dialect: { ...dialect, signatureEncoding } }),
  )
