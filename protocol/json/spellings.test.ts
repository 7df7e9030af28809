import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalize } from './canonical.ts'
import type { Json } from './json.ts'
import {
  asPrintableAscii,
  escapeEverything,
  escapeNonAscii,
  escapeSlashes,
  orderMembers,
  reverseAllMembers,
  reverseMembers,
  rotateMembers,
  rotateNestedMembers,
  sortAllMembers,
  sortedWithSpaces,
  withBlanks,
  withEscapes,
  withWhiteSpace,
} from './spellings.ts'

const json = fc.jsonValue() as fc.Arbitrary<Json>

describe('other ways to write the same JSON', () => {
  test.each([
    ['withWhiteSpace', withWhiteSpace],
    ['sortedWithSpaces', sortedWithSpaces],
    ['escapeEverything', escapeEverything],
    ['asPrintableAscii', asPrintableAscii],
    ['escapeNonAscii', (value: Json) => escapeNonAscii(JSON.stringify(value))],
    ['escapeSlashes', (value: Json) => escapeSlashes(JSON.stringify(value))],
    ['reverseAllMembers', (value: Json) => JSON.stringify(reverseAllMembers(value))],
    ['withBlanks', (value: Json) => withBlanks(value, [' ', '\t', '', '\r\n'])],
    ['withEscapes', (value: Json) => withEscapes(value, [true, false, false])],
    ['sortAllMembers', (value: Json) => JSON.stringify(sortAllMembers(value))],
  ] as const)('%s means the same', (_name, write) => {
    fc.assert(
      fc.property(json, value => {
        // toEqual mistakes some generated members, such as asymmetricMatch, for its own.
        expect(isDeepStrictEqual(JSON.parse(write(value)), JSON.parse(JSON.stringify(value)))).toBe(true)
      }),
    )
  })

  test('texts with marks and astral characters keep their meaning', () => {
    const value = { 'a"b\\': 'é/\u{1f600}\u2028\u0001' }
    for (const text of [escapeEverything(value), asPrintableAscii(value), escapeNonAscii(JSON.stringify(value))])
      expect(JSON.parse(text)).toEqual(value)
    expect(asPrintableAscii(value)).toContain('\\/\\uD83D\\uDE00')
    expect(escapeNonAscii(JSON.stringify(value))).toBe('{"a\\"b\\\\":"\\u00e9/\\ud83d\\ude00\\u2028\\u0001"}')
    expect(escapeSlashes(JSON.stringify('a/b//'))).toBe('"a\\/b\\/\\/"')
  })

  test('only the order of members changes', () => {
    const value = { b: 1, a: { d: 2, c: [{ f: 3, e: 4 }] } }
    expect(JSON.stringify(rotateMembers(value))).toBe('{"a":{"d":2,"c":[{"f":3,"e":4}]},"b":1}')
    expect(JSON.stringify(reverseMembers({ a: 1, b: 2, c: 3 }))).toBe('{"c":3,"b":2,"a":1}')
    expect(JSON.stringify(reverseAllMembers(value))).toBe('{"a":{"c":[{"e":4,"f":3}],"d":2},"b":1}')
    expect(JSON.stringify(rotateNestedMembers(value))).toBe('{"b":1,"a":{"c":[{"e":4,"f":3}],"d":2}}')
    expect(JSON.stringify(sortAllMembers(value))).toBe('{"a":{"c":[{"e":4,"f":3}],"d":2},"b":1}')
  })

  test('sorted members are in the canonical order', () => {
    const value = { é: [{ b: 1, a: 2 }], Z: null, z: { '\u{1f600}': 1, '\ufb33': 2 }, '': true }
    expect(JSON.stringify(sortAllMembers(value))).toBe(canonicalize(value))
  })

  test('white space is where it was requested', () => {
    expect(sortedWithSpaces({ b: [1, 'x'], a: null })).toBe('{"a": null, "b": [1, "x"]}')
    expect(withWhiteSpace({ a: 1 })).toBe(' {\r\n \t"a": 1\r\n }\n')
  })
})

test('members are ordered by weight, then by name', () => {
  expect(Object.keys(orderMembers({ c: 3, a: 1, b: 2 }, [5, 1, 5]))).toEqual(['b', 'a', 'c'])
  expect(Object.keys(orderMembers({ c: 3, a: 1, b: 2 }, []))).toEqual(['a', 'b', 'c'])
})

test('blanks and escapes are written in turn', () => {
  expect(withBlanks({ a: 1 }, [' ', '\t'])).toBe(' {\t"a" :\t1 }\t')
  expect(withEscapes('ab"', [true, false])).toBe('"\\u0061b\\u0022"')
})
