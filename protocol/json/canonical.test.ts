import canonicalizePackage from 'canonicalize'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesOf, describeCorpus, linesOf, textOf } from '../corpora.test.support.ts'
import { sha256Hex } from '../signature/hash.ts'
import { type CanonicalForm, canonicalForms, canonicalize } from './canonical.ts'
import type { Json } from './json.ts'

const documents = ['arrays', 'french', 'structures', 'unicode', 'values', 'weird']

describeCorpus('RFC 8785', 'corpora/jcs', () => {
  test.each(documents)('%s', name => {
    const canonical = canonicalize(JSON.parse(textOf(`corpora/jcs/input/${name}.json`)))
    const bytes = Buffer.from(canonical)
    expect(bytes.equals(bytesOf(`corpora/jcs/output/${name}.json`))).toBe(true)
    expect(bytes.toString('hex')).toBe(textOf(`corpora/jcs/outhex/${name}.txt`).replace(/\s/g, ''))
  })

  test.each(['es6_numbers_first_1000.txt', 'es6_numbers_random_1000.txt'])('numbers of %s', file => {
    const lines = linesOf(`corpora/jcs/${file}`)
    const differing = lines.filter(line => {
      const [bits = '', text] = line.split(',')
      return canonicalize(Buffer.from(bits.padStart(16, '0'), 'hex').readDoubleBE()) !== text
    })
    expect(differing).toEqual([])
    expect(lines).toHaveLength(1000)
  })
})

describeCorpus('Unicode forms', 'corpora/unicode/normalization_sample.txt', () => {
  test('are not normalized: where NFC and NFD differ, so do the hashes', () => {
    const lines = linesOf('corpora/unicode/normalization_sample.txt').filter(line => /^[0-9A-F]/.test(line))
    const strings = lines.map(line => line.split(';').slice(0, 3).map(fromCodePoints))
    for (const [source = '', nfc = '', nfd = ''] of strings) {
      expect(canonicalize(source)).toBe(`"${source}"`)
      expect(sha256Hex(canonicalize({ memo: nfc })) === sha256Hex(canonicalize({ memo: nfd }))).toBe(nfc === nfd)
    }
    expect(strings.filter(([, nfc, nfd]) => nfc !== nfd).length).toBeGreaterThan(500)
  })
})

const fromCodePoints = (field: string): string =>
  String.fromCodePoint(...field.split(' ').map(code => Number.parseInt(code, 16)))

const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.constantFrom('__proto__', 'constructor', 'toJSON', '1', '10', '2', '', '\u{1f600}', '\uffff', 'é'),
)
const scalar = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
)
// Written as text and read by JSON.parse, so that __proto__ is a member like any other.
const value = fc
  .letrec<{ value: unknown }>(tie => ({
    value: fc.oneof(
      { maxDepth: 4 },
      scalar,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(name, tie('value')), { maxLength: 5 }).map(members => Object.fromEntries(members)),
    ),
  }))
  .value.map((any): Json => JSON.parse(JSON.stringify(any)))

test('agrees with another implementation on random values', () => {
  fc.assert(
    fc.property(value, any => {
      expect(canonicalize(any)).toBe(canonicalizePackage(any))
    }),
    { numRuns: 3000 },
  )
})

test('is a fixed point: parsing the canonical text and canonicalizing again gives the same text', () => {
  fc.assert(
    fc.property(value, any => {
      const text = canonicalize(any)
      expect(canonicalize(JSON.parse(text))).toBe(text)
      expect(JSON.parse(text)).toEqual(any)
    }),
    { numRuns: 500 },
  )
})

describe('names', () => {
  test('are in the order of UTF-16 code units, not of code points, numbers or a language', () => {
    const names = ['\ufb33', '\u{1f600}', 'é', 'e', 'Z', 'a', '10', '2', '', '\r']
    const object: Json = Object.fromEntries(names.map(each => [each, 1]))
    expect(Object.keys(JSON.parse(canonicalize(object))).sort()).toEqual([...names].sort())
    const written = [...canonicalize(object).matchAll(/"((?:[^"\\]|\\.)*)":/g)].map(([, each]) => each)
    expect(written).toEqual(['', '\\r', '10', '2', 'Z', 'a', 'e', 'é', '\u{1f600}', '\ufb33'])
  })

  test('__proto__ is a member like any other', () => {
    expect(canonicalize(JSON.parse('{"b":1,"__proto__":{"z":1,"a":2}}'))).toBe('{"__proto__":{"a":2,"z":1},"b":1}')
  })

  test('an undefined member is left out, as it is from the text that is sent', () => {
    const order = { id: 'o', memo: undefined, items: [1] } as unknown as Json
    for (const form of canonicalForms) expect(canonicalize(order, form)).toContain('"id":"o"')
    expect(canonicalize(order)).toBe('{"id":"o","items":[1]}')
  })
})

describe('the three forms', () => {
  const proof: Json = { to: { reference: 'r', ocid: 1 }, amount: '1.00', items: [{ price: '1', id: 'i', amount: 'x' }] }

  test.each<[CanonicalForm, string]>([
    ['rfc8785', '{"amount":"1.00","items":[{"amount":"x","id":"i","price":"1"}],"to":{"ocid":1,"reference":"r"}}'],
    ['top-level', '{"amount":"1.00","items":[{"price":"1","id":"i","amount":"x"}],"to":{"reference":"r","ocid":1}}'],
    ['key-list', '{"amount":"1.00","items":[{"amount":"x"}],"to":{}}'],
  ])('%s', (form, text) => expect(canonicalize(proof, form)).toBe(text))

  test('agree where nothing is nested', () => {
    const flat: Json = { b: 1, a: 'é', c: null, d: true }
    expect(new Set(canonicalForms.map(form => canonicalize(flat, form)))).toEqual(
      new Set(['{"a":"é","b":1,"c":null,"d":true}']),
    )
  })

  test.each(canonicalForms)('%s: a value that is not an object has a text too', form => {
    for (const any of [null, true, 'é', 1.5, [], [1, 'a', null], {}])
      expect(canonicalize(any, form)).toBe(JSON.stringify(any))
    expect(canonicalize(-0, form)).toBe('0')
  })

  test.each(canonicalForms)('%s: a lone surrogate or a number that is not finite has no text', form => {
    const values: Json[] = ['\ud800', { '\udc00': 1 }, { a: ['x\ud83d'] }, Number.NaN, [Number.POSITIVE_INFINITY]]
    for (const any of values) expect(() => canonicalize(any, form)).toThrow(TypeError)
  })

  test('a value that is not JSON has no text', () => {
    for (const any of [undefined, 1n, () => 1, Symbol('s')])
      expect(() => canonicalize(any as unknown as Json)).toThrow(TypeError)
  })
})
