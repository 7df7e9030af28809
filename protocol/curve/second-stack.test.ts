import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromDer, toDer } from '../signature/der.ts'
import { sha256 } from '../signature/hash.ts'
import { generatePrivateKey, PrivateKey } from '../signature/keys.ts'
import { availableCurves } from './index.ts'

const base64url = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url')

const jwk = (key: PrivateKey): { kty: string; crv: string; x: string; y: string } => ({
  kty: 'EC',
  crv: 'secp256k1',
  x: base64url(key.publicKey.slice(0, 64)),
  y: base64url(key.publicKey.slice(64)),
})

const theirs = (key: PrivateKey): { privateKey: KeyObject; publicKey: KeyObject } => ({
  privateKey: createPrivateKey({ key: { ...jwk(key), d: base64url(key.reveal()) }, format: 'jwk' }),
  publicKey: createPublicKey({ key: jwk(key), format: 'jwk' }),
})

const point = (key: PrivateKey): Uint8Array => Buffer.from(key.publicKey, 'hex')
const curves = availableCurves()
const message = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 200, maxLength: 2000 }))

test.each(curves)('node:crypto verifies signatures of $name, in both encodings', each => {
  const key = generatePrivateKey()
  const { publicKey } = theirs(key)
  fc.assert(
    fc.property(message, text => {
      const { compact } = each.sign(sha256(text), Buffer.from(key.reveal(), 'hex'))
      expect(verify('sha256', Buffer.from(text), { key: publicKey, dsaEncoding: 'ieee-p1363' }, compact)).toBe(true)
      expect(verify('sha256', Buffer.from(text), { key: publicKey, dsaEncoding: 'der' }, toDer(compact))).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test.each(curves)('$name verifies signatures of node:crypto, in both encodings and with either s', each => {
  const key = generatePrivateKey()
  const { privateKey } = theirs(key)
  fc.assert(
    fc.property(message, text => {
      const compact = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
      const der = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'der' })
      expect(each.verify(compact, sha256(text), point(key))).toBe(true)
      expect(each.verify(fromDer(der) ?? new Uint8Array(), sha256(text), point(key))).toBe(true)
      expect(each.verify(compact, sha256(`${text}.`), point(key))).toBe(false)
    }),
    { numRuns: 50 },
  )
})

test('node:crypto derives the same public key', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 255n }), scalar => {
      const key = new PrivateKey(scalar.toString(16).padStart(64, '0'))
      const derived = createPublicKey(theirs(key).privateKey).export({ format: 'jwk' })
      expect({ x: derived.x, y: derived.y }).toEqual({ x: jwk(key).x, y: jwk(key).y })
    }),
    { numRuns: 50 },
  )
})

test('every stack refuses the same tampered signatures', () => {
  const key = generatePrivateKey()
  const { publicKey } = theirs(key)
  const { compact } = key.sign(sha256('message'))
  fc.assert(
    fc.property(fc.nat(63), fc.nat(255), (at, value) => {
      const changed = compact.with(at, value)
      const verdict = verify('sha256', Buffer.from('message'), { key: publicKey, dsaEncoding: 'ieee-p1363' }, changed)
      for (const each of curves) expect(each.verify(changed, sha256('message'), point(key))).toBe(verdict)
    }),
    { numRuns: 100 },
  )
})
