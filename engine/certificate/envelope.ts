import { createHash } from 'node:crypto'
import { fromDer, toDer } from '../../protocol/signature/der.ts'
import { sha256 } from '../../protocol/signature/hash.ts'
import { type PrivateKey, verifyHash } from '../../protocol/signature/keys.ts'
import { isLowS } from '../../protocol/signature/signature.ts'

/** A DSSE envelope (https://github.com/secure-systems-lab/dsse): a payload and its signatures, in Base64. */
export type Envelope = { payload: string; payloadType: string; signatures: { keyid: string; sig: string }[] }

/** Returns the bytes that a DSSE signature covers: `DSSEv1`, then type and payload, each preceded by its length in bytes. */
export const preAuthentication = (type: string, payload: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload])

/** Signs a payload with ECDSA over secp256k1 and SHA-256, in DER. */
export const sealed = (payloadType: string, payload: Uint8Array, key: PrivateKey): Envelope => {
  const { compact } = key.sign(sha256(preAuthentication(payloadType, payload)))
  const sig = Buffer.from(toDer(compact)).toString('base64')
  return {
    payload: Buffer.from(payload).toString('base64'),
    payloadType,
    signatures: [{ keyid: keyIdOf(key.publicKey), sig }],
  }
}

/** Returns the payload of an envelope that has this type and exactly one signature, made with this key; undefined otherwise. */
export const opened = (envelope: Envelope, payloadType: string, publicKey: string): Uint8Array | undefined => {
  const [signature, another] = envelope.signatures
  if (envelope.payloadType !== payloadType || !signature || another) return undefined
  const payload = Buffer.from(envelope.payload, 'base64')
  const compact = fromDer(Buffer.from(signature.sig, 'base64'))
  if (!compact || !isLowS(compact) || signature.keyid !== keyIdOf(publicKey)) return undefined
  return verifyHash(publicKey, sha256(preAuthentication(payloadType, payload)), compact) ? payload : undefined
}

/** The bytes before X and Y in a secp256k1 public key as SubjectPublicKeyInfo (RFC 5480). */
const publicKeyHead = '3056301006072a8648ce3d020106052b8104000a03420004'

/** Returns the public key as SubjectPublicKeyInfo, DER: the form that other tools read. */
export const publicKeyInfo = (publicKey: string): Buffer => Buffer.from(publicKeyHead + publicKey, 'hex')

/** SHA-256 of the SubjectPublicKeyInfo, hex. */
const keyIdOf = (publicKey: string): string => createHash('sha256').update(publicKeyInfo(publicKey)).digest('hex')
