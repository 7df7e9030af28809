import { concatBytes } from '@noble/hashes/utils.js'
import { decodeSignature, encodeSignature, type SignatureEncoding } from '../../../protocol/signature/signature.ts'

/** Returns the text of a signature with r and s swapped: well-formed, but invalid. */
export const exchangedHalves = (signature: string, encoding: SignatureEncoding): string => {
  const compact = decodeSignature(signature, encoding) ?? new Uint8Array(64)
  return encodeSignature({ compact: concatBytes(compact.subarray(32), compact.subarray(0, 32)), recovery: 0 }, encoding)
}
