import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import type { CompactSignature } from '../curve/curve.ts'
import { groupOrder, toBytes, toScalar } from '../curve/scalar.ts'
import { fromBase64, fromBase64url, toBase64, toBase64url } from './base64.ts'
import { fromDer, toDer } from './der.ts'

/**
 * The encoding of signature values ("Authentication": not shown). `recoverable-hex`: r, s and one byte, 27 + recovery id.
 * Clause: SIG-07.
 */
export type SignatureEncoding =
  | 'compact-hex'
  | 'compact-hex-upper'
  | 'compact-hex-0x'
  | 'recoverable-hex'
  | 'der-hex'
  | 'der-base64'
  | 'der-base64url'
  | 'compact-base64'
  | 'compact-base64url'

type Coding = {
  encode(signature: CompactSignature): string
  decode(text: string): Uint8Array | undefined
}

// Hex digits may be in either case; everything else is strict.
const hex = (text: string, bytes: number): Uint8Array | undefined =>
  text.length === bytes * 2 && /^[0-9a-fA-F]+$/.test(text) ? hexToBytes(text) : undefined

const only64 = (bytes: Uint8Array | undefined): Uint8Array | undefined => (bytes?.length === 64 ? bytes : undefined)

const isRecovery = (v: number | undefined): boolean => v !== undefined && (v <= 3 || (v >= 27 && v <= 34))

const recoverable = (text: string): Uint8Array | undefined => {
  const bytes = hex(text, 65)
  return isRecovery(bytes?.[64]) ? bytes?.slice(0, 64) : undefined
}

const fromOptionalDer = (bytes: Uint8Array | undefined): Uint8Array | undefined => bytes && fromDer(bytes)

const codings: Readonly<Record<SignatureEncoding, Coding>> = {
  'compact-hex': { encode: ({ compact }) => bytesToHex(compact), decode: text => hex(text, 64) },
  'compact-hex-upper': { encode: ({ compact }) => bytesToHex(compact).toUpperCase(), decode: text => hex(text, 64) },
  'compact-hex-0x': {
    encode: ({ compact }) => `0x${bytesToHex(compact)}`,
    decode: text => (text.startsWith('0x') ? hex(text.slice(2), 64) : undefined),
  },
  'recoverable-hex': {
    encode: ({ compact, recovery }) => bytesToHex(concatBytes(compact, Uint8Array.of(27 + recovery))),
    decode: recoverable,
  },
  'der-hex': {
    encode: ({ compact }) => bytesToHex(toDer(compact)),
    decode: text => fromOptionalDer(hex(text, Math.floor(text.length / 2))),
  },
  'der-base64': {
    encode: ({ compact }) => toBase64(toDer(compact)),
    decode: text => fromOptionalDer(fromBase64(text)),
  },
  'der-base64url': {
    encode: ({ compact }) => toBase64url(toDer(compact)),
    decode: text => fromOptionalDer(fromBase64url(text)),
  },
  'compact-base64': { encode: ({ compact }) => toBase64(compact), decode: text => only64(fromBase64(text)) },
  'compact-base64url': {
    encode: ({ compact }) => toBase64url(compact),
    decode: text => only64(fromBase64url(text)),
  },
}

/** Every way to write a signature that a profile may name. */
export const signatureEncodings = Object.keys(codings) as readonly SignatureEncoding[]

/** Encodes a signature as text. */
export const encodeSignature = (signature: CompactSignature, encoding: SignatureEncoding = 'compact-hex'): string =>
  codings[encoding].encode(signature)

/**
 * Decodes a signature to 64 bytes, r then s. Returns undefined if the value is not a string or not exactly in that
 * encoding; does not check the range of r and s. Clause: SIG-05.
 */
export const decodeSignature = (text: unknown, encoding: SignatureEncoding = 'compact-hex'): Uint8Array | undefined =>
  typeof text === 'string' && text.length <= maximumLength ? codings[encoding].decode(text) : undefined

const maximumLength = 200

/** Returns the same signature with the other valid s: the high one for a low one. Clause: SIG-09. */
export const highS = (compact: Uint8Array): Uint8Array =>
  concatBytes(compact.subarray(0, 32), toBytes(groupOrder - toScalar(compact.subarray(32))))
