import { createRequire } from 'node:module'
import type { Curve } from './curve.ts'
import { hasLengths, orFalse, orRangeError, reduced, requireHash, sec1 } from './guards.ts'

/** The part of the package `secp256k1` that is used here; it publishes no types. */
type Bindings = {
  ecdsaSign(hash: Uint8Array, privateKey: Uint8Array): { signature: Uint8Array; recid: number }
  ecdsaVerify(compact: Uint8Array, hash: Uint8Array, publicKey: Uint8Array): boolean
  signatureNormalize(compact: Uint8Array): Uint8Array
  publicKeyCreate(privateKey: Uint8Array, compressed: boolean): Uint8Array
  publicKeyVerify(publicKey: Uint8Array): boolean
  privateKeyVerify(privateKey: Uint8Array): boolean
}

/**
 * Loads libsecp256k1 as a native addon, from the optional package `secp256k1`. Returns undefined if the package is not
 * installed or was not built for this machine.
 */
export const loadNative = (): Curve | undefined => {
  try {
    // The bindings only: the package's own entry falls back to a slower curve in JavaScript without saying so.
    return curveOf(createRequire(import.meta.url)('secp256k1/bindings.js'))
  } catch {
    return undefined
  }
}

const curveOf = (library: Bindings): Curve => ({
  name: 'native',
  sign: (hash, privateKey) =>
    orRangeError(() => {
      requireHash(hash)
      const { signature, recid } = library.ecdsaSign(reduced(hash), privateKey)
      return { compact: signature, recovery: recid }
    }),
  // libsecp256k1 refuses high S, and normalizes in place.
  verify: (compact, hash, publicKey) =>
    hasLengths(compact, hash, publicKey) &&
    orFalse(() => library.ecdsaVerify(library.signatureNormalize(compact.slice()), hash, sec1(publicKey))),
  publicKey: privateKey => orRangeError(() => library.publicKeyCreate(privateKey, false).slice(1)),
  isPoint: publicKey => publicKey.length === 64 && orFalse(() => library.publicKeyVerify(sec1(publicKey))),
  isPrivateKey: key => orFalse(() => library.privateKeyVerify(key)),
})
