import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../signature/hash.ts'
import { highS } from '../signature/signature.ts'
import { availableCurves, chooseCurve, curve } from './index.ts'
import { noble } from './noble.ts'

const curves = availableCurves()
const groupOrder = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const privateKey = bytes(32).filter(key => noble.isPrivateKey(key))
const one = hexToBytes('1'.padStart(64, '0'))

const errorOf = (attempt: () => unknown): unknown => {
  try {
    return attempt()
  } catch (error) {
    return error
  }
}

describe.each(curves)('$name', each => {
  test('signs, and verifies its signature with either s', () => {
    const publicKey = each.publicKey(one)
    const { compact } = each.sign(sha256('message'), one)
    expect(each.verify(compact, sha256('message'), publicKey)).toBe(true)
    expect(each.verify(highS(compact), sha256('message'), publicKey)).toBe(true)
    expect(each.verify(compact, sha256('another'), publicKey)).toBe(false)
    expect(each.verify(compact, sha256('message'), each.publicKey(sha256('key')))).toBe(false)
  })

  test('verify does not change its arguments', () => {
    const compact = highS(each.sign(sha256('message'), one).compact)
    const before = bytesToHex(compact)
    each.verify(compact, sha256('message'), each.publicKey(one))
    expect(bytesToHex(compact)).toBe(before)
  })

  test('returns false and never throws for bytes of any length', () => {
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

  test('an error quotes neither the key nor its cause', () => {
    const outOfRange = hexToBytes('f'.repeat(64))
    for (const attempt of [() => each.publicKey(outOfRange), () => each.sign(sha256('message'), outOfRange)]) {
      const error = errorOf(attempt)
      expect(error).toBeInstanceOf(RangeError)
      expect(error).toHaveProperty('message', 'private key out of range, or hash that is not 32 bytes')
      expect(error).not.toHaveProperty('cause')
    }
  })

  test('a point is 64 bytes and on the curve', () => {
    const point = each.publicKey(one)
    expect(each.isPoint(point)).toBe(true)
    expect(each.isPoint(point.with(63, (point[63] ?? 0) ^ 1))).toBe(false)
    expect(each.isPoint(Uint8Array.of(4, ...point))).toBe(false)
    expect(each.isPoint(new Uint8Array(64))).toBe(false)
  })
})

describe.each(curves.filter(each => each !== noble))('$name and noble', other => {
  test('agree on random keys, hashes and signatures', () => {
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

  test.each([
    'f'.repeat(64),
    groupOrder,
    '0'.repeat(64),
    '1'.padStart(64, '0'),
    groupOrder.replace(/41$/, '42'),
    groupOrder.replace(/41$/, '40'),
  ])('agree on the hash %s, at the edge of the group order', hash => {
    const signature = noble.sign(hexToBytes(hash), one)
    expect({ ...other.sign(hexToBytes(hash), one) }).toEqual({ ...signature })
    expect(other.verify(signature.compact, hexToBytes(hash), noble.publicKey(one))).toBe(true)
    expect(noble.verify(signature.compact, hexToBytes(hash), noble.publicKey(one))).toBe(true)
  })

  test('agree on signatures that were tampered with', () => {
    const signed = noble.sign(sha256('message'), one).compact
    fc.assert(
      fc.property(fc.nat(63), fc.nat(255), (index, value) => {
        const compact = signed.with(index, value)
        const verdict = noble.verify(compact, sha256('message'), noble.publicKey(one))
        expect(other.verify(compact, sha256('message'), noble.publicKey(one))).toBe(verdict)
        expect(verdict).toBe(signed[index] === value)
      }),
      { numRuns: 300 },
    )
  })

  test('agree on which bytes are a private key and which are a point', () => {
    const point = bytes(64)
    const key = fc.oneof(
      bytes(32),
      fc.constantFrom('0'.repeat(64), groupOrder, groupOrder.replace(/41$/, '40')).map(hexToBytes),
    )
    fc.assert(
      fc.property(key, point, (scalar, random) => {
        expect(other.isPrivateKey(scalar)).toBe(noble.isPrivateKey(scalar))
        expect(other.isPoint(random)).toBe(noble.isPoint(random))
      }),
      { numRuns: 100 },
    )
  })
})

describe('the choice of a curve', () => {
  const names = curves.map(({ name }) => name)

  test('WebAssembly and JavaScript are always there', () => {
    expect(names).toEqual(expect.arrayContaining(['wasm', 'noble']))
  })

  test('is the first available one, unless the environment names another', () => {
    expect(chooseCurve(undefined).name).toBe(names[0])
    expect(chooseCurve('').name).toBe(names[0])
    expect(curve.name).toBe(chooseCurve(process.env.OC_CONFORMANCE_CURVE).name)
  })

  test.each(['native', 'wasm', 'noble'])('loads %s by its name, or noble if that fails', name => {
    expect(chooseCurve(name).name).toBe(names.find(available => available === name) ?? 'noble')
  })
})
