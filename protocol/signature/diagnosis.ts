import { keccak_256, sha3_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { curve, hashPoints, recoveredKeys } from '../curve/index.ts'
import { groupOrder, toBytes, toScalar } from '../curve/scalar.ts'
import type { Json, JsonObject } from '../json/json.ts'
import type { Dialect } from '../profile.ts'
import type { RequestParts } from '../request/request.ts'
import { distinct, documentTexts, type Named, payloadTexts, requestTexts } from './candidate-texts.ts'
import { sha256 } from './hash.ts'
import { isPublicKey } from './keys.ts'
import { payloadHash } from './payload.ts'
import { decodeSignature, encodingsOf, type SignatureEncoding } from './signature.ts'

/** Public keys (128 hex digits) by the name of their owner, the expected signer first. */
export type PublicKeys = Readonly<Record<string, string>>

/**
 * Diagnoses a payload's signature that does not verify: returns one sentence that names the text, hash, encoding and key
 * that it would have verified with, or undefined if none is found ("Authentication", payload signatures).
 */
export const diagnoseSignature = (payload: Json, signature: unknown, publicKeys: PublicKeys): string | undefined =>
  search({ texts: payloadTexts(payload), hashings, decodings: decodeBothOrders(signature) }, publicKeys)

/** Like `diagnoseSignature`, for a signature beside the payload in one document, such as `config` in the metadata. */
export const diagnoseMember = (document: JsonObject, member: string, publicKeys: PublicKeys): string | undefined =>
  diagnoseSignature(document[member] ?? null, document.signature, publicKeys) ??
  search({ texts: wholeTexts(document), hashings, decodings: decodeBothOrders(document.signature) }, publicKeys)

/** Like `diagnoseSignature`, for X-OC-Signature, over every known form of the canonical request ("Authentication"). */
export const diagnoseRequest = (parts: RequestParts, signature: unknown, publicKeys: PublicKeys): string | undefined =>
  search({ texts: requestTexts(parts), hashings: hashings.slice(0, 2), decodings: decodeAll(signature) }, publicKeys)

type Hashing = Named<(text: string) => Uint8Array | undefined>

type SearchSpace = {
  texts: readonly Named<string>[]
  hashings: readonly Hashing[]
  decodings: readonly Named<Uint8Array>[]
}

const wholeTexts = (document: JsonObject): Named<string>[] =>
  document.signature === undefined ? [] : documentTexts(document)

/** Returns the first combination that verifies: hash by hash, text by text, so that common mistakes are tried before rare ones. */
const search = (space: SearchSpace, publicKeys: PublicKeys): string | undefined => {
  const signers = signersByPoint(space.decodings, publicKeys)
  if (signers.size === 0) return undefined
  const texts = distinct(space.texts)
  for (const hashing of space.hashings) {
    for (const text of texts) {
      const signer = signers.get(pointOf(hashing.value(text.value)))
      if (signer) return sentence(text.name, hashing.name, signer)
    }
  }
  return undefined
}

type Signer = { encoding: string; owner: string }

/** Maps each point that the hash may have to its signer: the owner of the key, and the encoding of the signature. */
const signersByPoint = (candidates: readonly Named<Uint8Array>[], publicKeys: PublicKeys): Map<string, Signer> => {
  const signers = new Map<string, Signer>()
  const keys = Object.entries(publicKeys).filter(([, key]) => isPublicKey(key))
  for (const { name, value } of candidates) {
    const pointsOf = hashPoints(value)
    for (const [owner, key] of keys)
      for (const point of pointsOf(hexToBytes(key)).map(bytesToHex))
        if (!signers.has(point)) signers.set(point, { encoding: name, owner })
  }
  return signers
}

const pointOf = (hash: Uint8Array | undefined): string => {
  const scalar = hash === undefined ? 0n : toScalar(hash) % groupOrder
  return scalar === 0n ? '' : bytesToHex(curve.publicKey(toBytes(scalar)))
}

const sentence = (text: string, hashing: string, { encoding, owner }: Signer): string =>
  `The signature verifies over ${text}, hashed with ${hashing}, read as ${encoding}, with the key of ${owner}.`

/** Decodes the signature in every encoding that accepts it, to 64 bytes, or as hex that lacks zeros. */
const decodeAll = (signature: unknown): Named<Uint8Array>[] => [
  ...encodingsOf(signature)
    .filter(encoding => encoding !== 'compact-hex-upper')
    .flatMap(encoding => decodeAs(signature, encoding)),
  ...decodeUnpadded(signature),
]

/** Hex digits of r and of s, and how many of them both may lack together: each of these digits is a zero in one signature of sixteen. */
const [digits, mostMissing] = [64, 6]

/** Decodes r and s in hex, each written as a number, wherever the one may end and the other begin. */
const decodeUnpadded = (signature: unknown): Named<Uint8Array>[] => {
  if (typeof signature !== 'string' || !/^[0-9a-f]+$/i.test(signature)) return []
  const missing = 2 * digits - signature.length
  if (missing < 1 || missing > mostMissing) return []
  return Array.from({ length: missing + 1 }, (_, ofR) => {
    const [r, s] = [signature.slice(0, digits - ofR), signature.slice(digits - ofR)]
    return {
      name: 'compact-hex without the leading zeros of r or s',
      value: hexToBytes(r.padStart(digits, '0') + s.padStart(digits, '0')),
    }
  })
}

/** Decodes the signature likewise, and adds each result with r and s swapped. */
const decodeBothOrders = (signature: unknown): Named<Uint8Array>[] =>
  decodeAll(signature).flatMap(decoding => [decoding, withSwappedIntegers(decoding)])

const decodeAs = (signature: unknown, encoding: SignatureEncoding): Named<Uint8Array>[] => {
  const value = decodeSignature(signature, encoding)
  if (value === undefined) return []
  return [{ name: isUpper(signature, encoding) ? 'compact-hex-upper' : encoding, value }]
}

// Decoding accepts hex digits of either case, so only the text distinguishes the two encodings.
const isUpper = (signature: unknown, encoding: SignatureEncoding): boolean =>
  encoding === 'compact-hex' && typeof signature === 'string' && signature !== signature.toLowerCase()

const withSwappedIntegers = ({ name, value }: Named<Uint8Array>): Named<Uint8Array> => ({
  name: `${name} with s before r`,
  value: Uint8Array.from([...value.subarray(32), ...value.subarray(0, 32)]),
})

const hashings: readonly Hashing[] = [
  { name: 'SHA-256', value: text => sha256(text) },
  { name: 'double SHA-256', value: text => sha256(sha256(text)) },
  { name: 'SHA-256 of the hex digits of SHA-256', value: text => sha256(bytesToHex(sha256(text))) },
  { name: 'SHA-256 of its UTF-16 (little-endian)', value: text => sha256(utf16(text)) },
  { name: 'SHA-256 of its UTF-16 (big-endian)', value: text => sha256(swapBytes(utf16(text))) },
  {
    name: 'SHA-256 of its Latin-1',
    value: text => (/^[\0-\xff]*$/.test(text) ? sha256(Buffer.from(text, 'latin1')) : undefined),
  },
  { name: 'Keccak-256', value: text => keccak_256(utf8ToBytes(text)) },
  { name: 'SHA3-256', value: text => sha3_256(utf8ToBytes(text)) },
  // The curve signs 32 bytes, so only a string of exactly that length can be signed without a hash.
  { name: 'no hash', value: text => (utf8ToBytes(text).length === 32 ? utf8ToBytes(text) : undefined) },
]

const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf16le'))

const swapBytes = (bytes: Uint8Array): Uint8Array => bytes.map((_, index) => bytes[index ^ 1] ?? 0)

/**
 * Recovers the public keys (128 hex digits) that may have signed the canonical JSON of a payload. If two payloads have a
 * key in common, both were signed with it.
 */
export const possibleSigners = (payload: Json, signature: unknown, dialect: Dialect): string[] => {
  const compact = decodeSignature(signature, dialect.signatureEncoding)
  try {
    return compact ? recoveredKeys(compact, payloadHash(payload, dialect)).map(bytesToHex) : []
  } catch {
    return []
  }
}
