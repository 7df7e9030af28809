import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import type { CompactSignature } from '../curve/curve.ts'
import { groupOrder, toBytes, toScalar } from '../curve/scalar.ts'
import { fromAnyBase64, toBase64, toBase64url, toPaddedBase64url, toUnpaddedBase64 } from './base64.ts'
import { fromDer, toDer } from './der.ts'

/**
 * The encoding of signature values ("Authentication": not specified). `recoverable-hex`: r, s and one byte, 27 + recovery id. Clause:
 * SIG-07.
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
  | 'der-base64-unpadded'
  | 'der-base64url-padded'
  | 'compact-base64-unpadded'
  | 'compact-base64url-padded'

type Coding = {
  encode(signature: CompactSignature): string
  decode(text: string): Uint8Array | undefined
}

// Hex digits may be in either case, and Base64 in either alphabet; everything else is strict.
const hex = (text: string, bytes: number): Uint8Array | undefined =>
  text.length === bytes * 2 && /^[0-9a-fA-F]+$/.test(text) ? hexToBytes(text) : undefined

const only64 = (bytes: Uint8Array | undefined): Uint8Array | undefined => (bytes?.length === 64 ? bytes : undefined)

const isRecovery = (v: number | undefined): boolean => v !== undefined && (v <= 3 || (v >= 27 && v <= 34))

const recoverable = (text: string): Uint8Array | undefined => {
  const bytes = hex(text, 65)
  return isRecovery(bytes?.[64]) ? bytes?.slice(0, 64) : undefined
}

const fromOptionalDer = (bytes: Uint8Array | undefined): Uint8Array | undefined => bytes && fromDer(bytes)

type Write = (bytes: Uint8Array) => string

// Some signatures are the same text with padding and without it, and in both alphabets: each is read in any of them.
const derBase64 = (write: Write): Coding => ({
  encode: ({ compact }) => write(toDer(compact)),
  decode: text => fromOptionalDer(fromAnyBase64(text)),
})

const compactBase64 = (write: Write): Coding => ({
  encode: ({ compact }) => write(compact),
  decode: text => only64(fromAnyBase64(text)),
})

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
  'der-base64': derBase64(toBase64),
  'der-base64url': derBase64(toBase64url),
  'compact-base64': compactBase64(toBase64),
  'compact-base64url': compactBase64(toBase64url),
  'der-base64-unpadded': derBase64(toUnpaddedBase64),
  'der-base64url-padded': derBase64(toPaddedBase64url),
  'compact-base64-unpadded': compactBase64(toUnpaddedBase64),
  'compact-base64url-padded': compactBase64(toPaddedBase64url),
}

/** Every way to write a signature that a profile may name. */
export const signatureEncodings = Object.keys(codings) as readonly SignatureEncoding[]

/** Encodes a signature as text. */
export const encodeSignature = (signature: CompactSignature, encoding: SignatureEncoding = 'compact-hex'): string =>
  codings[encoding].encode(signature)

/**
 * Decodes a signature to 64 bytes, r then s. Returns undefined if the value is not a string or not in that
 * encoding; does not check the range of r and s. Clause: SIG-05.
 */
export const decodeSignature = (text: unknown, encoding: SignatureEncoding = 'compact-hex'): Uint8Array | undefined =>
  typeof text === 'string' && text.length <= maximumLength ? codings[encoding].decode(text) : undefined

const maximumLength = 200

/**
 * Returns the encodings that a string may have: of the Base64 encodings those that write it this way, else the first that reads it, as
 * for a string in several lines. Clause: SIG-07.
 */
export const encodingsOf = (text: unknown): SignatureEncoding[] => {
  const readable = signatureEncodings.filter(encoding => decodeSignature(text, encoding) !== undefined)
  const isWritten = (encoding: SignatureEncoding) => {
    const compact = encoding.includes('base64') ? decodeSignature(text, encoding) : undefined
    return compact === undefined || encodeSignature({ compact, recovery: 0 }, encoding) === text
  }
  const written = readable.filter(isWritten)
  return written.length > 0 ? written : readable.slice(0, 1)
}

const otherAlphabet: Readonly<Partial<Record<SignatureEncoding, SignatureEncoding>>> = {
  'der-base64': 'der-base64url',
  'der-base64url': 'der-base64',
  'compact-base64': 'compact-base64url',
  'compact-base64url': 'compact-base64',
  'der-base64-unpadded': 'der-base64url',
  'der-base64url-padded': 'der-base64',
  'compact-base64-unpadded': 'compact-base64url',
  'compact-base64url-padded': 'compact-base64',
}

/** Returns the usual encoding of the same bytes in the other alphabet of Base64; undefined for one of hex. Clause: SIG-07. */
export const inOtherAlphabet = (encoding: SignatureEncoding): SignatureEncoding | undefined => otherAlphabet[encoding]

/** Returns the other Base64 encodings that write a signature as the same text, since its characters are in both. Clause: SIG-07. */
export const sameTextIn = (text: unknown, encoding: SignatureEncoding): SignatureEncoding[] =>
  encoding.includes('-base64') ? encodingsOf(text).filter(other => other !== encoding) : []

/** Returns the same signature with the other valid s: the high one for a low one. Clause: SIG-09. */
export const highS = (compact: Uint8Array): Uint8Array =>
  concatBytes(compact.subarray(0, 32), toBytes(groupOrder - toScalar(compact.subarray(32))))

/** Returns whether s is in the lower half: of the two signatures that verify, this is the one that is made here. */
export const isLowS = (compact: Uint8Array): boolean => toScalar(compact.subarray(32)) <= groupOrder / 2n
