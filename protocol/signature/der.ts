import { concatBytes } from '@noble/hashes/utils.js'

// X.690: SEQUENCE { INTEGER r, INTEGER s }. For 64 bytes every length fits into one byte.
const sequence = 0x30
const integer = 0x02

/** Encodes a signature of 64 bytes, r then s, as DER. */
export const toDer = (compact: Uint8Array): Uint8Array => {
  const body = concatBytes(derInteger(compact.subarray(0, 32)), derInteger(compact.subarray(32)))
  return concatBytes(Uint8Array.of(sequence, body.length), body)
}

const derInteger = (scalar: Uint8Array): Uint8Array => {
  let start = 0
  while (start < 31 && scalar[start] === 0) start++
  const digits = scalar.subarray(start)
  const value = (digits[0] ?? 0) > 0x7f ? concatBytes(Uint8Array.of(0), digits) : digits
  return concatBytes(Uint8Array.of(integer, value.length), value)
}

/**
 * Decodes DER to 64 bytes, r then s. Returns undefined unless the bytes are the one DER encoding of two unsigned integers
 * of at most 32 bytes. Clause: SIG-05.
 */
export const fromDer = (der: Uint8Array): Uint8Array | undefined => {
  if (der[0] !== sequence || der[1] !== der.length - 2 || der.length > 72) return undefined
  const r = readInteger(der, 2)
  const s = r && readInteger(der, r.end)
  if (r === undefined || s === undefined || s.end !== der.length) return undefined
  return concatBytes(r.scalar, s.scalar)
}

const readInteger = (der: Uint8Array, at: number): { scalar: Uint8Array; end: number } | undefined => {
  const length = der[at + 1] ?? 0
  const end = at + 2 + length
  const value = der.subarray(at + 2, end)
  if (der[at] !== integer || length === 0 || value.length !== length || !isMinimal(value)) return undefined
  const digits = value[0] === 0 ? value.subarray(1) : value
  if (digits.length > 32) return undefined
  const scalar = new Uint8Array(32)
  scalar.set(digits, 32 - digits.length)
  return { scalar, end }
}

/** Checks that an integer is not negative and has no more leading zeros than the sign needs. */
const isMinimal = ([first = 0, second]: Uint8Array): boolean =>
  first < 0x80 && (first !== 0 || second === undefined || second > 0x7f)
