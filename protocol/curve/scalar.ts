import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/** The order n of the secp256k1 group (SEC 2, 2.4.1); scalars are smaller. */
export const groupOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Reads big-endian bytes as an integer. */
export const toScalar = (bytes: Uint8Array): bigint => BigInt(`0x${bytesToHex(bytes)}`)

/** Writes an integer as 32 big-endian bytes. */
export const toBytes = (scalar: bigint): Uint8Array => hexToBytes(scalar.toString(16).padStart(64, '0'))
