import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/** n of secp256k1 (SEC 2, 2.4.1): scalars are below it. */
export const groupOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Big-endian bytes as an integer. */
export const toScalar = (bytes: Uint8Array): bigint => BigInt(`0x${bytesToHex(bytes)}`)

/** An integer as 32 big-endian bytes. */
export const toBytes = (scalar: bigint): Uint8Array => hexToBytes(scalar.toString(16).padStart(64, '0'))
