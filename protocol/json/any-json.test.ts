import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryOf, numberOf, textOf } from './any-json.ts'
import { jsonIn, maximumDepth } from './json.ts'

const odd: readonly unknown[] = [
  { toString: 1 },
  { valueOf: 1, toString: null },
  { toJSON: 1 },
  JSON.parse('{"__proto__":{"toString":1}}'),
  [{ toString: 1 }],
  Object.create(null),
  Number.NaN,
  -0,
  10n,
  undefined,
  () => 1,
  Symbol('s'),
  Object.assign(new Error('x'), { message: { toString: 1 }, name: 7 }),
]

test('a value of any kind has a text and a number', () => {
  for (const value of odd) {
    expect(typeof textOf(value)).toBe('string')
    expect(typeof numberOf(value)).toBe('number')
  }
  const circular: unknown[] = []
  circular.push(circular)
  expect(textOf(circular)).toBe('a value that cannot be written as JSON')
  fc.assert(
    fc.property(fc.anything(), value => typeof textOf(value) === 'string' && typeof numberOf(value) === 'number'),
  )
})

test('ordinary texts, numbers and null members are written as usual', () => {
  for (const value of ['', 'ACCEPTED', 5, 1.5, true, null]) expect(textOf(value)).toBe(String(value))
  expect(textOf({ toString: 1 })).toBe('{"toString":1}')
  expect(textOf(new Error('broken'))).toBe('broken')
  expect([numberOf('17'), numberOf(17), numberOf('x'), numberOf([17])]).toEqual([17, 17, Number.NaN, Number.NaN])
})

test('a table has only its own entries', () => {
  const table = { a: 1 }
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', '', 1, null, { toString: 1 }])
    expect(entryOf(table, name)).toBeUndefined()
  expect(entryOf(table, 'a')).toBe(1)
})

test('JSON that is nested too deeply to traverse is not read', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  expect(jsonIn(nested(maximumDepth))).toBeDefined()
  expect(jsonIn(nested(maximumDepth + 1))).toBeUndefined()
  expect(jsonIn(nested(400_000))).toBeUndefined()
  expect(jsonIn(`{"a":"${'['.repeat(2_000)}","b":[]}`)).toEqual({ a: '['.repeat(2_000), b: [] })
  expect(jsonIn(`{"a":"\\"${'{'.repeat(2_000)}"}`)).toBeDefined()
})
