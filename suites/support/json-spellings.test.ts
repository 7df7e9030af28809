import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../protocol/json.ts'
import { asciiOnly, escaped, reversed, rotated, rotatedInside, sorted, spaced } from './json-spellings.ts'

const json = fc.jsonValue() as fc.Arbitrary<Json>

describe('other ways to write the same JSON', () => {
  test.each([
    ['spaced', spaced],
    ['escaped', escaped],
    ['asciiOnly', asciiOnly],
  ] as const)('%s means the same', (_name, write) => {
    fc.assert(
      fc.property(json, value => {
        expect(JSON.parse(write(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  test('texts with marks and astral characters keep their meaning', () => {
    const value = { 'a"b\\': 'é/\u{1f600}\u2028\u0001' }
    expect(JSON.parse(escaped(value))).toEqual(value)
    expect(JSON.parse(asciiOnly(value))).toEqual(value)
    expect(asciiOnly(value)).toContain('\\/\\uD83D\\uDE00')
  })

  test('members change their order and nothing else', () => {
    const value = { b: 1, a: { d: 2, c: [{ f: 3, e: 4 }] } }
    expect(JSON.stringify(rotated(value))).toBe('{"a":{"d":2,"c":[{"f":3,"e":4}]},"b":1}')
    expect(JSON.stringify(reversed({ a: 1, b: 2, c: 3 }))).toBe('{"c":3,"b":2,"a":1}')
    expect(JSON.stringify(rotatedInside(value))).toBe('{"b":1,"a":{"c":[{"e":4,"f":3}],"d":2}}')
    expect(JSON.stringify(sorted(value))).toBe('{"a":{"c":[{"e":4,"f":3}],"d":2},"b":1}')
  })
})
