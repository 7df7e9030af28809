import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import theirs from 'canonicalize'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { availableCurves } from '../../protocol/curve/index.ts'
import { noble } from '../../protocol/curve/noble.ts'
import { canonicalize } from '../../protocol/json/canonical.ts'
import type { Json } from '../../protocol/json/json.ts'
import { sha256 } from '../../protocol/signature/hash.ts'
import { isWhole } from '../size.ts'

// The tests of protocol/ compare the stacks on the public vectors.

const values = 100_000
const batch = 1_000

/** Signatures cost a hundred times as much as canonical JSON. */
const signatures = isWhole ? values : 5_000

/** Yields random values in batches, to save memory. */
function* drawValues<T>(arbitrary: fc.Arbitrary<T>, count: number): Generator<T> {
  for (let seed = 1; seed <= count / batch; seed++) yield* fc.sample(arbitrary, { numRuns: batch, seed })
}

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
const wellFormed = text.filter(value => value.isWellFormed())
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom(-0, 1e21, 1e-7),
)

const json = fc.letrec<{ value: Json; leaf: Json }>(tie => ({
  leaf: fc.oneof(wellFormed, number, fc.boolean(), fc.constant(null)),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(wellFormed, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
})).value

describe('two stacks agree on random values', { timeout: 900_000 }, () => {
  test(`canonical JSON of ${values}, and its hash: ours and the package canonicalize with node:crypto`, () => {
    let compared = 0
    for (const value of drawValues(json, values)) {
      const [ours, other] = [canonicalize(value), theirs(value) ?? '']
      if (ours !== other) expect(ours).toBe(other)
      const hash = createHash('sha256').update(other).digest()
      if (hash.compare(sha256(ours)) !== 0) expect(sha256(ours)).toEqual(new Uint8Array(hash))
      compared++
    }
    expect(compared).toBe(values)
  })

  test(`signatures of ${signatures}: every available curve, and node:crypto`, () => {
    const curves = availableCurves()
    const message = fc.tuple(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat(63), fc.nat(255))
    const signers = Array.from({ length: 100 }, (_, at) => signer(at + 1))
    let agreed = 0
    let at = 0
    for (const [bytes, place, other] of drawValues(message, signatures)) {
      const { privateKey, publicKey, key } = signers[at++ % signers.length] ?? signer(1)
      const hash = sha256(bytes)
      const made = curves.map(curve => curve.sign(hash, privateKey).compact)
      const [compact = new Uint8Array()] = made
      const changed = compact.with(place, other)
      const verdict = verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, changed)
      const isSameSignature = made.every(signature => Buffer.compare(signature, compact) === 0)
      const isVerified = verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, compact)
      // noble needs milliseconds to verify, the others a fraction of one: it verifies only every tenth.
      const judges = curves.filter(curve => curve !== noble || at % 10 === 0)
      const isJudgedAlike = judges.every(curve => curve.verify(changed, hash, publicKey) === verdict)
      if (isSameSignature && isVerified && isJudgedAlike) agreed++
    }
    expect(agreed).toBe(signatures)
  })
})

const signer = (scalar: number) => {
  const privateKey = sha256(`key ${scalar}`)
  const publicKey = noble.publicKey(privateKey)
  const [x, y] = [publicKey.slice(0, 32), publicKey.slice(32)].map(coordinate =>
    Buffer.from(coordinate).toString('base64url'),
  )
  const key: KeyObject = createPublicKey({
    key: { kty: 'EC', crv: 'secp256k1', x: x ?? '', y: y ?? '' },
    format: 'jwk',
  })
  return { privateKey, publicKey, key }
}
