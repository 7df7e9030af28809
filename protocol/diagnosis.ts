import { keccak_256, sha3_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { curve, hashPoints, recoveredKeys } from './curve/index.ts'
import { sha256 } from './hash.ts'
import type { Json, JsonObject } from './json.ts'
import { isPublicKey } from './keys.ts'
import { payloadHash } from './payload.ts'
import type { Dialect } from './profile.ts'
import type { RequestParts } from './request.ts'
import { groupOrder, toBytes, toScalar } from './scalar.ts'
import { decodeSignature, type SignatureEncoding, signatureEncodings } from './signature.ts'
import { documentTexts, type Named, payloadTexts, requestTexts } from './signed-texts.ts'

/** Whose key it is, and the key: 128 hex digits. The expected signer first. */
export type PublicKeys = Readonly<Record<string, string>>

/**
 * When a payload's signature does not verify: one sentence that names the text, hash, encoding and key with which it
 * would have verified; undefined if there is none ("Authentication", payload signatures).
 */
export const diagnoseSignature = (payload: Json, signature: unknown, publicKeys: PublicKeys): string | undefined =>
  search({ texts: payloadTexts(payload), hashings, readings: bothWays(signature) }, publicKeys)

/** The same where the signature is a member of the document that holds the payload, such as `config` of the metadata. */
export const diagnoseMember = (document: JsonObject, member: string, publicKeys: PublicKeys): string | undefined =>
  diagnoseSignature(document[member] ?? null, document.signature, publicKeys) ??
  search({ texts: wholeTexts(document), hashings, readings: bothWays(document.signature) }, publicKeys)

/** The same for X-OC-Signature, over every known form of the canonical request ("Authentication"). */
export const diagnoseRequest = (parts: RequestParts, signature: unknown, publicKeys: PublicKeys): string | undefined =>
  search({ texts: requestTexts(parts), hashings: hashings.slice(0, 2), readings: readings(signature) }, publicKeys)

type Hashing = Named<(text: string) => Uint8Array | undefined>

type Space = { texts: readonly Named<string>[]; hashings: readonly Hashing[]; readings: readonly Named<Uint8Array>[] }

const wholeTexts = (document: JsonObject): Named<string>[] =>
  document.signature === undefined ? [] : documentTexts(document)

/** The first that verifies: hash by hash, text by text, so that the usual ones come before the odd ones. */
const search = (space: Space, publicKeys: PublicKeys): string | undefined => {
  const signers = signersByPoint(space.readings, publicKeys)
  if (signers.size === 0) return undefined
  const texts = distinct(space.texts)
  for (const hashing of space.hashings) {
    for (const text of texts) {
      const found = signers.get(pointOf(hashing.it(text.it)))
      if (found) return sentence(text.name, hashing.name, found)
    }
  }
  return undefined
}

type Found = { encoding: string; whose: string }

/** Who signed, and how it is written, by the point that the hash would have to be. */
const signersByPoint = (candidates: readonly Named<Uint8Array>[], publicKeys: PublicKeys): Map<string, Found> => {
  const signers = new Map<string, Found>()
  for (const { name, it } of candidates)
    for (const [whose, key] of Object.entries(publicKeys).filter(([, each]) => isPublicKey(each)))
      for (const point of hashPoints(it, hexToBytes(key)).map(bytesToHex))
        if (!signers.has(point)) signers.set(point, { encoding: name, whose })
  return signers
}

const pointOf = (hash: Uint8Array | undefined): string => {
  const scalar = hash === undefined ? 0n : toScalar(hash) % groupOrder
  return scalar === 0n ? '' : bytesToHex(curve.publicKey(toBytes(scalar)))
}

const sentence = (text: string, hashing: string, { encoding, whose }: Found): string =>
  `The signature verifies over ${text}, hashed with ${hashing}, read as ${encoding}, with the key of ${whose}.`

/** Of equal texts the first. */
const distinct = (texts: readonly Named<string>[]): Named<string>[] =>
  [...new Map(texts.toReversed().map(text => [text.it, text])).values()].toReversed()

/** What the signature's text may be: 64 bytes in each encoding that takes it. */
const readings = (signature: unknown): Named<Uint8Array>[] =>
  signatureEncodings
    .filter(encoding => encoding !== 'compact-hex-upper')
    .flatMap(encoding => reading(signature, encoding))

/** Those, and each with its integers exchanged. */
const bothWays = (signature: unknown): Named<Uint8Array>[] =>
  readings(signature).flatMap(found => [found, exchanged(found)])

const reading = (signature: unknown, encoding: SignatureEncoding): Named<Uint8Array>[] => {
  const it = decodeSignature(signature, encoding)
  if (it === undefined) return []
  return [{ name: isUpper(signature, encoding) ? 'compact-hex-upper' : encoding, it }]
}

// Decoding forgives the case of the digits, so only the text tells the two apart.
const isUpper = (signature: unknown, encoding: SignatureEncoding): boolean =>
  encoding === 'compact-hex' && typeof signature === 'string' && signature !== signature.toLowerCase()

const exchanged = ({ name, it }: Named<Uint8Array>): Named<Uint8Array> => ({
  name: `${name} with s before r`,
  it: Uint8Array.from([...it.subarray(32), ...it.subarray(0, 32)]),
})

const hashings: readonly Hashing[] = [
  { name: 'SHA-256', it: text => sha256(text) },
  { name: 'double SHA-256', it: text => sha256(sha256(text)) },
  { name: 'SHA-256 of the hex digits of SHA-256', it: text => sha256(bytesToHex(sha256(text))) },
  { name: 'SHA-256 of its UTF-16 (little-endian)', it: text => sha256(utf16(text)) },
  { name: 'SHA-256 of its UTF-16 (big-endian)', it: text => sha256(swapped(utf16(text))) },
  {
    name: 'SHA-256 of its Latin-1',
    it: text => (/^[\0-\xff]*$/.test(text) ? sha256(Buffer.from(text, 'latin1')) : undefined),
  },
  { name: 'Keccak-256', it: text => keccak_256(utf8ToBytes(text)) },
  { name: 'SHA3-256', it: text => sha3_256(utf8ToBytes(text)) },
  // The curve takes 32 bytes: only a text of just that length can be signed as it is.
  { name: 'no hash', it: text => (utf8ToBytes(text).length === 32 ? utf8ToBytes(text) : undefined) },
]

const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf16le'))

const swapped = (bytes: Uint8Array): Uint8Array => bytes.map((_, at) => bytes[at ^ 1] ?? 0)

/**
 * The public keys (128 hex digits) of which one made the signature if it is over the canonical JSON of the payload. Two payloads that have one in
 * common were signed with it.
 */
export const possibleSigners = (payload: Json, signature: unknown, dialect: Dialect): string[] => {
  const compact = decodeSignature(signature, dialect.signatureEncoding)
  try {
    return compact ? recoveredKeys(compact, payloadHash(payload, dialect)).map(bytesToHex) : []
  } catch {
    return []
  }
}
