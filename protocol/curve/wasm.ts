import { createRequire } from 'node:module'
import type { Curve } from './curve.ts'
import { hasLengths, orFalse, orRangeError, reduced, requireHash, sec1 } from './guards.ts'

type Library = typeof import('tiny-secp256k1')

/**
 * Loads libsecp256k1 as WebAssembly, from the package `tiny-secp256k1`. Returns undefined where WebAssembly is switched
 * off, as by `node --jitless`.
 */
export const loadWasm = (): Curve | undefined => {
  try {
    return curveOf(createRequire(import.meta.url)('tiny-secp256k1'))
  } catch {
    return undefined
  }
}

const curveOf = (library: Library): Curve => ({
  name: 'wasm',
  sign: (hash, privateKey) =>
    orRangeError(() => {
      requireHash(hash)
      const { signature, recoveryId } = library.signRecoverable(reduced(hash), privateKey)
      return { compact: signature, recovery: recoveryId }
    }),
  verify: (compact, hash, publicKey) =>
    hasLengths(compact, hash, publicKey) && orFalse(() => library.verify(hash, sec1(publicKey), compact)),
  publicKey: privateKey => orRangeError(() => pointOf(library, privateKey).slice(1)),
  isPoint: publicKey => publicKey.length === 64 && orFalse(() => library.isPoint(sec1(publicKey))),
  isPrivateKey: key => library.isPrivate(key),
})

const pointOf = (library: Library, privateKey: Uint8Array): Uint8Array => {
  const point = library.pointFromScalar(privateKey, false)
  if (point === null) throw new RangeError('private key out of range')
  return point
}
