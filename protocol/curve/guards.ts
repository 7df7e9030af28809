import { concatBytes } from '@noble/hashes/utils.js'
import { groupOrder, toBytes, toScalar } from './scalar.ts'

/** Writes a public key of 64 bytes as SEC 1 does, uncompressed: 65 bytes. */
export const sec1 = (publicKey: Uint8Array): Uint8Array => concatBytes(Uint8Array.of(4), publicKey)

/**
 * Reduces a hash by the group order, as RFC 6979 (2.3.4) derives the nonce. libsecp256k1 leaves this to its caller.
 */
export const reduced = (hash: Uint8Array): Uint8Array =>
  // The order begins with 32 one bits, so hardly any hash reaches it.
  hash[0] === 0xff ? toBytes(toScalar(hash) % groupOrder) : hash

/** Checks the lengths that every library expects: a signature of 64 bytes, a hash of 32, a public key of 64. */
export const hasLengths = (compact: Uint8Array, hash: Uint8Array, publicKey: Uint8Array): boolean =>
  compact.length === 64 && hash.length === 32 && publicKey.length === 64

/** Runs the test; returns false if it throws. */
export const orFalse = (test: () => boolean): boolean => {
  try {
    return test()
  } catch {
    return false
  }
}

/** Throws a RangeError for a hash that is not 32 bytes. */
export const requireHash = (hash: Uint8Array): void => {
  if (hash.length !== 32) throw new RangeError('hash that is not 32 bytes')
}

/** Runs `make`; throws a RangeError of our own if it throws. The cause is dropped, because it could quote a key. */
export const orRangeError = <T>(make: () => T): T => {
  try {
    return make()
  } catch {
    throw new RangeError('private key out of range, or hash that is not 32 bytes')
  }
}
