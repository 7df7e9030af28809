import { hash } from 'node:crypto'

/** Hashes bytes, or the UTF-8 bytes of a string, with SHA-256: 32 bytes ("Authentication"). Clause: SIG-04. */
export const sha256 = (data: Uint8Array | string): Uint8Array => new Uint8Array(hash('sha256', data, 'buffer'))

/** Returns the SHA-256 hash as 64 lower-case hex digits. */
export const sha256Hex = (data: Uint8Array | string): string => hash('sha256', data, 'hex')
