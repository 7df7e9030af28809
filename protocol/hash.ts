import { sha256 as hash } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Hashes bytes, or the UTF-8 bytes of a text, with SHA-256: 32 bytes ("Authentication"). Clause: SIG-04. */
export const sha256 = (data: Uint8Array | string): Uint8Array =>
  hash(typeof data === 'string' ? utf8ToBytes(data) : data)

/** Returns the SHA-256 hash as 64 lower-case hex digits. */
export const sha256Hex = (data: Uint8Array | string): string => bytesToHex(sha256(data))
