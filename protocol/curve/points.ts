// Point arithmetic. Nothing here is secret, so noble's faster, variable-time multiplication is safe to use.
import { concatBytes } from '@noble/hashes/utils.js'
import * as secp from '@noble/secp256k1'
import { sec1 } from './guards.ts'
import { groupOrder, toBytes, toScalar } from './scalar.ts'

/** Expands a compressed point (SEC 1, 33 bytes) to 64 bytes, X then Y; undefined if it is not a point. */
export const decompressed = (point: Uint8Array): Uint8Array | undefined =>
  orEmpty(() => secp.Point.fromBytes(point).toBytes(false).slice(1))[0]

/**
 * Returns the possible values of hash × generator for a signature, by public key: sR - rQ for each R that r can stand
 * for. One multiplication for each candidate hash is then enough to find the hash that was signed. Empty if either is
 * malformed.
 */
export const hashPoints = (compact: Uint8Array): ((publicKey: Uint8Array) => Uint8Array[]) => {
  const [r, s] = [toScalar(compact.subarray(0, 32)), toScalar(compact.subarray(32))]
  const minuends = [r, r + groupOrder]
    .flatMap(x => [2, 3].flatMap(parity => pointsAt(x, parity)))
    .flatMap(point => orEmpty(() => times(point, s)))
  return publicKey =>
    orEmpty(() => times(secp.Point.fromBytes(sec1(publicKey)), r)).flatMap(subtrahend =>
      minuends.flatMap(minuend => orEmpty(() => difference(minuend, subtrahend))),
    )
}

/** Recovers the public keys that a signature over the hash can be from; empty if it cannot be a signature. */
export const recoveredKeys = (compact: Uint8Array, hash: Uint8Array): Uint8Array[] =>
  [0, 1, 2, 3].flatMap(recovery =>
    orEmpty(() => {
      const key = secp.recoverPublicKey(concatBytes(Uint8Array.of(recovery), compact), hash, { prehash: false })
      return secp.Point.fromBytes(key).toBytes(false).slice(1)
    }),
  )

const times = (point: secp.Point, scalar: bigint): secp.Point => {
  if (scalar <= 0n || scalar >= groupOrder) throw new RangeError('scalar out of range')
  return point.multiplyUnsafe(scalar)
}

const pointsAt = (x: bigint, parity: number): secp.Point[] =>
  orEmpty(() => secp.Point.fromBytes(concatBytes(Uint8Array.of(parity), toBytes(x))))

const difference = (a: secp.Point, b: secp.Point): Uint8Array => a.subtract(b).toBytes(false).slice(1)

const orEmpty = <T>(make: () => T): T[] => {
  try {
    return [make()]
  } catch {
    return []
  }
}
