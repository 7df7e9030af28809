/** A signature as 64 bytes, r then s; `recovery` (0 to 3) selects the public key that made it. */
export type CompactSignature = { compact: Uint8Array; recovery: number }

/**
 * secp256k1 ECDSA over 32-byte hashes ("Authentication"). Public keys are 64 bytes, X then Y. `sign` and `publicKey` throw
 * a RangeError for a private key out of range or a hash that is not 32 bytes; the others return false for malformed input.
 */
export type Curve = {
  name: CurveName
  /** Signs deterministically (RFC 6979, no extra entropy), with low S. */
  sign(hash: Uint8Array, privateKey: Uint8Array): CompactSignature
  /** Verifies a signature with low or high S. Never throws. */
  verify(compact: Uint8Array, hash: Uint8Array, publicKey: Uint8Array): boolean
  publicKey(privateKey: Uint8Array): Uint8Array
  isPoint(publicKey: Uint8Array): boolean
  isPrivateKey(key: Uint8Array): boolean
}

type CurveName = 'native' | 'wasm' | 'noble'
