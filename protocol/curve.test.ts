import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeCorpus, jsonOf } from './corpora.test.support.ts'
import { type Curve, curve, hashPoints, native, noble } from './curve.ts'
import { sha256 } from './hash.ts'
import { highS } from './signature.ts'

const curves: Curve[] = native ? [noble, native] : [noble]
const groupOrder = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const privateKey = bytes(32).filter(key => noble.isPrivateKey(key))
const one = hexToBytes('1'.padStart(64, '0'))

describe.each(curves)('$name', each => {
  test('signs, and verifies what it signed in both forms of s', () => {
    const publicKey = each.publicKey(one)
    const { compact } = each.sign(sha256('message'), one)
    expect(each.verify(compact, sha256('message'), publicKey)).toBe(true)
    expect(each.verify(highS(compact), sha256('message'), publicKey)).toBe(true)
    expect(each.verify(compact, sha256('another'), publicKey)).toBe(false)
    expect(each.verify(compact, sha256('message'), each.publicKey(sha256('key')))).toBe(false)
  })

  test('verifying changes none of its arguments', () => {
    const compact = highS(each.sign(sha256('message'), one).compact)
    const before = bytesToHex(compact)
    each.verify(compact, sha256('message'), each.publicKey(one))
    expect(bytesToHex(compact)).toBe(before)
  })

  test('answers false, and never throws, for bytes of any length', () => {
    const any = fc.oneof(fc.uint8Array({ maxLength: 70 }), bytes(64), bytes(32))
    fc.assert(
      fc.property(any, any, any, (compact, hash, key) => {
        expect(each.verify(compact, hash, key)).toBe(false)
        expect(typeof each.isPoint(key)).toBe('boolean')
        expect(typeof each.isPrivateKey(hash)).toBe('boolean')
      }),
      { numRuns: 300 },
    )
  })

  test.each([0, 31, 33, 64])('does not sign a hash of %i bytes', length => {
    expect(() => each.sign(new Uint8Array(length), one)).toThrow(RangeError)
  })

  test.each(['0'.repeat(64), groupOrder, 'f'.repeat(64), '01'])('has no public key for the private key %s', hex => {
    expect(each.isPrivateKey(hexToBytes(hex))).toBe(false)
    expect(() => each.publicKey(hexToBytes(hex))).toThrow(RangeError)
  })

  test('a point is 64 bytes and on the curve', () => {
    const point = each.publicKey(one)
    expect(each.isPoint(point)).toBe(true)
    expect(each.isPoint(point.with(63, (point[63] ?? 0) ^ 1))).toBe(false)
    expect(each.isPoint(Uint8Array.of(4, ...point))).toBe(false)
    expect(each.isPoint(new Uint8Array(64))).toBe(false)
  })
})

describe.skipIf(native === undefined)('native and noble (skipped where the package secp256k1 is not installed)', () => {
  test('agree on random keys, hashes and signatures', () => {
    const other = native ?? noble
    fc.assert(
      fc.property(privateKey, bytes(32), (key, hash) => {
        const signature = noble.sign(hash, key)
        expect({ ...other.sign(hash, key) }).toEqual({ ...signature })
        expect(other.publicKey(key)).toEqual(noble.publicKey(key))
        expect(other.verify(highS(signature.compact), hash, noble.publicKey(key))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('agree on signatures that were tampered with', () => {
    const other = native ?? noble
    const signed = noble.sign(sha256('message'), one).compact
    fc.assert(
      fc.property(fc.nat(63), fc.nat(255), (at, value) => {
        const compact = signed.with(at, value)
        const verdict = noble.verify(compact, sha256('message'), noble.publicKey(one))
        expect(other.verify(compact, sha256('message'), noble.publicKey(one))).toBe(verdict)
        expect(verdict).toBe(signed[at] === value)
      }),
      { numRuns: 300 },
    )
  })

  test('native is the one in use, unless the environment says otherwise', () => {
    expect(curve).toBe(process.env.OC_CONFORMANCE_CURVE === 'noble' ? noble : native)
  })
})

describe('the points of a signature', () => {
  test('have the hash times the generator among them, for the key that signed and no other', () => {
    fc.assert(
      fc.property(privateKey, privateKey, (key, hash) => {
        const { compact } = noble.sign(hash, key)
        for (const each of [compact, highS(compact)])
          expect(hashPoints(each, noble.publicKey(key))).toContainEqual(noble.publicKey(hash))
        expect(hashPoints(compact, noble.publicKey(sha256(key)))).not.toContainEqual(noble.publicKey(hash))
      }),
      { numRuns: 8 },
    )
  })

  test('are none for what is no signature or no key', () => {
    const point = noble.publicKey(one)
    expect(hashPoints(new Uint8Array(64), point)).toEqual([])
    expect(hashPoints(new Uint8Array(64).fill(255), point)).toEqual([])
    expect(hashPoints(noble.sign(sha256('message'), one).compact, new Uint8Array(64))).toEqual([])
  })
})

type Vectors = {
  valid: { d: string; m: string; signature: string }[]
  invalid: { sign: { d: string; m: string }[]; verify: { Q: string; m: string; signature: string; strict?: boolean }[] }
}
const rfc6979 = 'corpora/ecdsa/rfc6979_secp256k1_sha256.json'

describeCorpus('deterministic signatures', rfc6979, () => {
  test.each(curves)('$name makes every one of them', each => {
    const { valid } = jsonOf<Vectors>(rfc6979)
    const made = valid.map(({ d, m }) => bytesToHex(each.sign(hexToBytes(m), hexToBytes(d)).compact))
    expect(made).toEqual(valid.map(({ signature }) => signature))
    expect(made).toHaveLength(200)
  })

  test.each(curves)('$name refuses what cannot sign or verify', each => {
    const { sign, verify } = jsonOf<Vectors>(rfc6979).invalid
    for (const { d, m } of sign) expect(() => each.sign(hexToBytes(m), hexToBytes(d))).toThrow(RangeError)
    // The strict one has a compressed key and is bad only where low-S is asked for.
    const loose = verify.filter(({ strict }) => !strict)
    for (const { Q, m, signature } of loose)
      expect(each.verify(hexToBytes(signature), hexToBytes(m), hexToBytes(Q).slice(1))).toBe(false)
    expect(loose).toHaveLength(24)
  })
})

describeCorpus('nonces of RFC 6979', 'corpora/ecdsa/rfc6979_nonces.json', () => {
  test('r is the X of the nonce times the generator', () => {
    const rows = jsonOf<{ message: string; d: string; k0: string }[]>('corpora/ecdsa/rfc6979_nonces.json')
    for (const { message, d, k0 } of rows)
      expect(noble.sign(sha256(message), hexToBytes(d)).compact.slice(0, 32)).toEqual(
        noble.publicKey(hexToBytes(k0)).slice(0, 32),
      )
    expect(rows).toHaveLength(10)
  })
})
