// The one module that knows a curve: libsecp256k1 where its optional package loads, else noble. Both answer alike.
import { createRequire } from 'node:module'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import * as secp from '@noble/secp256k1'
import { groupOrder, toBytes, toScalar } from './scalar.ts'

/** `compact`: 64 bytes, r then s. `recovery`: 0 to 3, which of the possible public keys made it. */
export type CompactSignature = { compact: Uint8Array; recovery: number }

/**
 * secp256k1 ECDSA over 32-byte hashes ("Authentication"). Public keys are 64 bytes, X then Y. sign and publicKey throw
 * a RangeError for a private key out of range or a hash that is not 32 bytes; the others answer false for what is malformed.
 */
export type Curve = {
  name: 'native' | 'noble'
  /** Deterministic (RFC 6979, no extra entropy), low-S. */
  sign(hash: Uint8Array, privateKey: Uint8Array): CompactSignature
  /** Takes high-S as well. Never throws. */
  verify(compact: Uint8Array, hash: Uint8Array, publicKey: Uint8Array): boolean
  publicKey(privateKey: Uint8Array): Uint8Array
  isPoint(publicKey: Uint8Array): boolean
  isPrivateKey(key: Uint8Array): boolean
}

secp.hashes.sha256 = sha256
secp.hashes.hmacSha256 = (key, message) => hmac(sha256, key, message)

/** SEC 1, uncompressed. */
const sec1 = (publicKey: Uint8Array): Uint8Array => concatBytes(Uint8Array.of(4), publicKey)

const sized = (compact: Uint8Array, hash: Uint8Array, publicKey: Uint8Array): boolean =>
  compact.length === 64 && hash.length === 32 && publicKey.length === 64

const orFalse = (test: () => boolean): boolean => {
  try {
    return test()
  } catch {
    return false
  }
}

// The causes are dropped on purpose: no message of a library gets the chance to quote a key.
const orRangeError = <T>(make: () => T): T => {
  try {
    return make()
  } catch {
    throw new RangeError('private key out of range, or hash that is not 32 bytes')
  }
}

const requireHash = (hash: Uint8Array): void => {
  if (hash.length !== 32) throw new RangeError('hash that is not 32 bytes')
}

export const noble: Curve = {
  name: 'noble',
  sign: (hash, privateKey) =>
    orRangeError(() => {
      requireHash(hash)
      const options = { prehash: false, lowS: true, extraEntropy: false, format: 'recovered' } as const
      const bytes = secp.sign(hash, privateKey, options)
      return { compact: bytes.slice(1), recovery: bytes[0] ?? 0 }
    }),
  verify: (compact, hash, publicKey) =>
    sized(compact, hash, publicKey) &&
    orFalse(() => secp.verify(compact, hash, sec1(publicKey), { prehash: false, lowS: false })),
  publicKey: privateKey => orRangeError(() => secp.getPublicKey(privateKey, false).slice(1)),
  isPoint: publicKey => publicKey.length === 64 && orFalse(() => secp.utils.isValidPublicKey(sec1(publicKey), false)),
  isPrivateKey: key => orFalse(() => secp.utils.isValidSecretKey(key)),
}

/** The 64 bytes of a point that is written compressed (SEC 1, 33 bytes); undefined for what is none. */
export const decompressed = (point: Uint8Array): Uint8Array | undefined => {
  try {
    return secp.Point.fromBytes(point).toBytes(false).slice(1)
  } catch {
    return undefined
  }
}

/** What is used of the package `secp256k1`, which publishes no types. */
type Bindings = {
  ecdsaSign(hash: Uint8Array, privateKey: Uint8Array): { signature: Uint8Array; recid: number }
  ecdsaVerify(compact: Uint8Array, hash: Uint8Array, publicKey: Uint8Array): boolean
  signatureNormalize(compact: Uint8Array): Uint8Array
  publicKeyCreate(privateKey: Uint8Array, compressed: boolean): Uint8Array
  publicKeyVerify(publicKey: Uint8Array): boolean
  privateKeyVerify(privateKey: Uint8Array): boolean
}

// The bindings alone: the package's own entry falls back to a slower curve in JavaScript.
const bindings = (): Bindings | undefined => {
  try {
    return createRequire(import.meta.url)('secp256k1/bindings.js')
  } catch {
    return undefined
  }
}

// RFC 6979, 2.3.4: the nonce comes from the hash modulo the group order. libsecp256k1 leaves the reduction out.
const reduced = (hash: Uint8Array): Uint8Array => toBytes(toScalar(hash) % groupOrder)

const over = (library: Bindings): Curve => ({
  name: 'native',
  sign: (hash, privateKey) =>
    orRangeError(() => {
      requireHash(hash)
      const { signature, recid } = library.ecdsaSign(reduced(hash), privateKey)
      return { compact: signature, recovery: recid }
    }),
  // libsecp256k1 refuses high-S, and normalizes in place.
  verify: (compact, hash, publicKey) =>
    sized(compact, hash, publicKey) &&
    orFalse(() => library.ecdsaVerify(library.signatureNormalize(compact.slice()), hash, sec1(publicKey))),
  publicKey: privateKey => orRangeError(() => library.publicKeyCreate(privateKey, false).slice(1)),
  isPoint: publicKey => publicKey.length === 64 && orFalse(() => library.publicKeyVerify(sec1(publicKey))),
  isPrivateKey: key => orFalse(() => library.privateKeyVerify(key)),
})

const loaded = bindings()

/** Undefined where the optional package is not installed or was not built for this machine. */
export const native: Curve | undefined = loaded && over(loaded)

/** The one in use: native, unless it is absent or OC_CONFORMANCE_CURVE=noble says otherwise. */
export const curve: Curve = process.env.OC_CONFORMANCE_CURVE === 'noble' ? noble : (native ?? noble)

/**
 * The points of which one is the hash times the generator, if the signature is of that key: sR - rQ for each R that r
 * may stand for. One multiplication for each hash that comes into question is then enough to find out which was signed.
 */
export const hashPoints = (compact: Uint8Array, publicKey: Uint8Array): Uint8Array[] => {
  const [r, s] = [toScalar(compact.subarray(0, 32)), toScalar(compact.subarray(32))]
  return [r, r + groupOrder]
    .flatMap(x => [2, 3].flatMap(parity => pointsAt(x, parity)))
    .flatMap(point => orNone(() => difference(times(point, s), times(secp.Point.fromBytes(sec1(publicKey)), r))))
}

/** The public keys of which one made the signature, if it is over the hash; none where it cannot be a signature. */
export const recoveredKeys = (compact: Uint8Array, hash: Uint8Array): Uint8Array[] =>
  [0, 1, 2, 3].flatMap(recovery =>
    orNone(() => {
      const key = secp.recoverPublicKey(concatBytes(Uint8Array.of(recovery), compact), hash, { prehash: false })
      return secp.Point.fromBytes(key).toBytes(false).slice(1)
    }),
  )

// Nothing here is secret, so the faster multiplication will do. Throws for a scalar out of range.
const times = (point: secp.Point, scalar: bigint): secp.Point => {
  if (scalar <= 0n || scalar >= groupOrder) throw new RangeError('scalar out of range')
  return point.multiplyUnsafe(scalar)
}

const pointsAt = (x: bigint, parity: number): secp.Point[] =>
  orNone(() => secp.Point.fromBytes(concatBytes(Uint8Array.of(parity), toBytes(x))))

const difference = (a: secp.Point, b: secp.Point): Uint8Array => a.subtract(b).toBytes(false).slice(1)

const orNone = <T>(make: () => T): T[] => {
  try {
    return [make()]
  } catch {
    return []
  }
}
