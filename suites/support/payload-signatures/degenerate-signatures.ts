import { encodeSignature, type SignatureEncoding } from '../../../protocol/signature/signature.ts'

const groupOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const largest = 2n ** 256n - 1n

/** Values of r and s that no valid signature has. */
const degenerate: Record<string, readonly [r: bigint, s: bigint]> = {
  'r and s zero': [0n, 0n],
  'r zero': [0n, 1n],
  's zero': [1n, 0n],
  'r the group order': [groupOrder, 1n],
  's the group order': [1n, groupOrder],
  'r above the group order': [groupOrder + 1n, 1n],
  's above the group order': [1n, groupOrder + 1n],
  'every bit set': [largest, largest],
}

const hex = (value: bigint) => value.toString(16).padStart(64, '0')

const encode = ([r, s]: readonly [bigint, bigint], encoding: SignatureEncoding): string =>
  encodeSignature({ compact: Buffer.from(hex(r) + hex(s), 'hex'), recovery: 0 }, encoding)

/** A string to send instead of a signature, made from the valid signature. */
export type SignatureReplacement = readonly [title: string, replace: (valid: string) => string]

/** Returns signatures with degenerate r and s. */
export const degenerateSignatures = (encoding: SignatureEncoding): SignatureReplacement[] =>
  Object.entries(degenerate).map(([title, pair]) => [title, () => encode(pair, encoding)])

// Readers of base64 and DER may stop where the first signature ends; for them it starts one character late.
const twice = (valid: string): string =>
  /^(0x)?[0-9a-f]{128,130}$/i.test(valid) ? valid + valid : valid.repeat(2).slice(1)

/** Texts that are not a signature in any encoding. */
export const malformedSignatures: readonly SignatureReplacement[] = [
  ['half of a signature', valid => valid.slice(0, Math.floor(valid.length / 4) * 2)],
  ['one character', () => 'a'],
  ['no hex and no base64', () => '\u00a7!'.repeat(64)],
  ['a word', () => 'undefined'],
  ['twice the signature', twice],
]
