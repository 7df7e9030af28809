import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { type CompactSignature, curve, decompressed } from './curve/index.ts'

const hidden = '[private key]'

/** A private key that shows itself to nobody: texts, JSON and inspection all say '[private key]'. */
export class PrivateKey {
  readonly #bytes: Uint8Array
  #publicKey: string | undefined

  /** 64 hex digits, from 1 to the group order less one; else a RangeError that does not quote them. */
  constructor(hex: string) {
    if (!/^[0-9a-f]{64}$/i.test(hex)) throw new RangeError('a private key is 64 hex digits')
    this.#bytes = hexToBytes(hex)
    if (!curve.isPrivateKey(this.#bytes)) throw new RangeError('a private key is from 1 to the group order less one')
  }

  /** 128 lower-case hex digits, X then Y ("Limits"). */
  get publicKey(): string {
    this.#publicKey ??= bytesToHex(curve.publicKey(this.#bytes))
    return this.#publicKey
  }

  /** Signs a 32-byte hash. */
  sign(hash: Uint8Array): CompactSignature {
    return curve.sign(hash, this.#bytes)
  }

  /** The key itself, 64 lower-case hex digits: for whoever writes the config file, and nobody else. */
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

/** A fresh key from the system's random numbers. */
export const generatePrivateKey = (): PrivateKey => {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return curve.isPrivateKey(bytes) ? new PrivateKey(bytesToHex(bytes)) : generatePrivateKey()
}

/** 128 hex characters that are a point on the curve ("Metadata document", publicKey). */
export const isPublicKey = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-f]{128}$/i.test(text) && curve.isPoint(hexToBytes(text))

/** Whether 64 bytes are a signature of the hash by that key. High-S is taken; whatever is malformed is false. */
export const verifyHash = (publicKeyHex: string, hash: Uint8Array, compact: Uint8Array): boolean =>
  /^[0-9a-f]{128}$/i.test(publicKeyHex) && curve.verify(compact, hash, hexToBytes(publicKeyHex))

/**
 * The 128 hex characters of a public key in whatever other way somebody wrote it: with the prefix 04, compressed, or with 0x.
 * For reading on where a key is wrongly written; undefined where it is none.
 */
export const recognizePublicKey = (text: unknown): string | undefined => {
  const hex = typeof text === 'string' && text.length < 200 ? text.replace(/^0x/i, '') : ''
  const point = /^0[23][0-9a-f]{64}$/i.test(hex) ? decompressed(hexToBytes(hex)) : undefined
  const candidates = [hex, hex.replace(/^04/, ''), point ? bytesToHex(point) : '']
  return candidates.find(isPublicKey)
}
