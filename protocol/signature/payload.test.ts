import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalForms } from '../json/canonical.ts'
import type { Json } from '../json/json.ts'
import { type Dialect, referenceProfile } from '../profile.ts'
import { generatePrivateKey } from './keys.ts'
import { signPayload, verifyInAnyEncoding, verifyPayload } from './payload.ts'
import { decodeSignature, encodeSignature, highS, signatureEncodings } from './signature.ts'

const key = generatePrivateKey()
const order: Json = { id: 'o-1', ocid: 2001, amount: '10.00', items: [{ id: 'i', quantity: 1 }], accepts: [1001] }
const dialects: Dialect[] = signatureEncodings.flatMap(signatureEncoding =>
  canonicalForms.map(canonicalJson => ({ ...referenceProfile, signatureEncoding, canonicalJson })),
)

test.each(dialects)('$signatureEncoding, $canonicalJson: verifies only its own signature', dialect => {
  const signature = signPayload(order, key, dialect)
  const signer = { publicKey: key.publicKey, dialect }
  expect(verifyPayload(order, signature, signer)).toBe(true)
  expect(verifyPayload({ ...order, amount: '10.01' }, signature, signer)).toBe(false)
  expect(verifyPayload({ ...order, memo: '' }, signature, signer)).toBe(false)
  expect(verifyPayload(order, signature, { publicKey: generatePrivateKey().publicKey, dialect })).toBe(false)
  const anyEncoding = { ...signer, dialect: { ...dialect, signatureEncoding: 'compact-hex' as const } }
  expect(verifyInAnyEncoding(order, signature, anyEncoding)).toBe(true)
  expect(verifyInAnyEncoding({ ...order, amount: '10.01' }, signature, anyEncoding)).toBe(false)
})

describe('with the reference profile', () => {
  const signer = { publicKey: key.publicKey, dialect: referenceProfile }
  const signature = signPayload(order, key, referenceProfile)

  test('the signature does not depend on the order of members, at any depth', () => {
    const { id, ocid, amount } = order
    const shuffled: Json = { accepts: [1001], items: [{ quantity: 1, id: 'i' }], amount, ocid, id } as Json
    expect(verifyPayload(shuffled, signature, signer)).toBe(true)
  })

  test('the signature covers every member at every depth', () => {
    const changed: Json[] = [
      { ...order, items: [{ id: 'i', quantity: 2 }] },
      { ...order, items: [] },
      { ...order, accepts: [1001, 1002] },
      { ...order, ocid: '2001' },
    ]
    for (const other of changed) expect(verifyPayload(other, signature, signer)).toBe(false)
  })

  test('high S is accepted', () => {
    const compact = highS(decodeSignature(signature) ?? new Uint8Array(64))
    expect(verifyPayload(order, encodeSignature({ compact, recovery: 0 }), signer)).toBe(true)
  })

  test('degenerate scalars are rejected', () => {
    const n = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
    const [zero, one, r, s] = ['0'.repeat(64), '1'.padStart(64, '0'), signature.slice(0, 64), signature.slice(64)]
    for (const bad of [zero + zero, r + zero, zero + s, n + s, r + n, n + n, one + one, 'f'.repeat(128)])
      expect(verifyPayload(order, bad, signer)).toBe(false)
  })

  test('never throws for any payload, signature and key', () => {
    const anything = fc.anything() as fc.Arbitrary<Json>
    fc.assert(
      fc.property(anything, fc.oneof(fc.anything(), fc.constant(signature)), fc.string(), (any, text, publicKey) => {
        expect(verifyPayload(any, text, { publicKey, dialect: referenceProfile })).toBe(false)
        expect(verifyPayload(any, text, signer)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })
})
