import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import * as secp from '@noble/secp256k1'
import type { Curve } from './curve.ts'
import { hasLengths, orFalse, orRangeError, requireHash, sec1 } from './guards.ts'

secp.hashes.sha256 = sha256
secp.hashes.hmacSha256 = (key, message) => hmac(sha256, key, message)

/** @noble/secp256k1: JavaScript, which runs everywhere. */
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
    hasLengths(compact, hash, publicKey) &&
    orFalse(() => secp.verify(compact, hash, sec1(publicKey), { prehash: false, lowS: false })),
  publicKey: privateKey => orRangeError(() => secp.getPublicKey(privateKey, false).slice(1)),
  isPoint: publicKey => publicKey.length === 64 && orFalse(() => secp.utils.isValidPublicKey(sec1(publicKey), false)),
  isPrivateKey: key => orFalse(() => secp.utils.isValidSecretKey(key)),
}
