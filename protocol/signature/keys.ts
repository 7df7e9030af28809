import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { type CompactSignature, curve, decompressed } from '../curve/index.ts'

const hidden = '[private key]'

/** A private key that never shows itself: texts, JSON and inspection all give '[private key]'. */
export class PrivateKey {
  readonly #bytes: Uint8Array
  #publicKey: string | undefined

  /** Takes 64 hex digits, from 1 to the group order less one; throws a RangeError that does not quote them otherwise. */
  constructor(hex: string) {
    if (!/^[0-9a-f]{64}$/i.test(hex)) throw new RangeError('a private key is 64 hex digits')
    this.#bytes = hexToBytes(hex)
    if (!curve.isPrivateKey(this.#bytes)) throw new RangeError('a private key is from 1 to the group order less one')
  }

  /** The public key as 128 lower-case hex digits, X then Y ("Limits"). Clause: META-04. */
  get publicKey(): string {
    this.#publicKey ??= bytesToHex(curve.publicKey(this.#bytes))
    return this.#publicKey
  }

  /** Signs a 32-byte hash. Clause: SIG-04. */
  sign(hash: Uint8Array): CompactSignature {
    return curve.sign(hash, this.#bytes)
  }

  /** Returns the key itself as 64 lower-case hex digits. Only the code that writes the config file may call this. */
  reveal(): string {
    return bytesToHex(this.#bytes)
  }

  toString(): string {
    return hidden
  }

  toJSON(): string {
    return hidden
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return hidden
  }
}

/** Generates a private key from the system's random source. */
export const generatePrivateKey = (): PrivateKey => {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return curve.isPrivateKey(bytes) ? new PrivateKey(bytesToHex(bytes)) : generatePrivateKey()
}

/** Checks that a value is 128 hex characters and a point on the curve ("Metadata document", publicKey). Clause: META-04. */
export const isPublicKey = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-f]{128}$/i.test(text) && curve.isPoint(hexToBytes(text))

/** Verifies a signature of 64 bytes over a hash. Accepts high S; returns false for malformed input. Clauses: SIG-05, SIG-09. */
export const verifyHash = (publicKeyHex: string, hash: Uint8Array, compact: Uint8Array): boolean =>
  /^[0-9a-f]{128}$/i.test(publicKeyHex) && curve.verify(compact, hash, hexToBytes(publicKeyHex))

/**
 * Returns the 128 hex characters of a public key that is written differently: with the prefix 04, compressed, or with 0x.
 * Lets a diagnosis continue after a wrongly written key; undefined if the value is not a public key at all.
 */
export const recognizePublicKey = (text: unknown): string | undefined => {
  const hex = typeof text === 'string' && text.length < 200 ? text.replace(/^0x/i, '') : ''
  const point = /^0[23][0-9a-f]{64}$/i.test(hex) ? decompressed(hexToBytes(hex)) : undefined
  const candidates = [hex, hex.replace(/^04/, ''), point ? bytesToHex(point) : '']
  return candidates.find(isPublicKey)
}
