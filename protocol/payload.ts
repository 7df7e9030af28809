import { canonicalize } from './canonical.ts'
import { sha256 } from './hash.ts'
import type { Json } from './json.ts'
import { type PrivateKey, verifyHash } from './keys.ts'
import type { Dialect } from './profile.ts'
import { decodeSignature, encodeSignature } from './signature.ts'

export type { Dialect } from './profile.ts'

/** SHA-256 of the canonical JSON of an order, a proof, or a metadata config ("Authentication", payload signatures). */
export const payloadHash = (payload: Json, dialect: Dialect): Uint8Array =>
  sha256(canonicalize(payload, dialect.canonicalJson))

/** The payload's signature in the dialect's encoding. TypeError where the payload has no canonical JSON. */
export const signPayload = (payload: Json, key: PrivateKey, dialect: Dialect): string =>
  encodeSignature(key.sign(payloadHash(payload, dialect)), dialect.signatureEncoding)

/** Whether the signature, of whatever type it came, is the signer's over the payload. Never throws. */
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
