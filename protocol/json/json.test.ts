import { describe, expect, test } from 'vitest'
import { describeCorpus, jsonOf, linesOf } from '../corpora.test.support.ts'
import { canonicalize } from './canonical.ts'
import { AmbiguousJson, isObject, type Json, maximumDepth, parseStrict } from './json.ts'
import { isLossy } from './lossy-number.ts'

/** Reads bytes as a receiver does: strict UTF-8, then strict JSON; returns the error if they are rejected. */
const read = (base64: string): { value: Json } | { error: unknown } => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(base64, 'base64'))
    return { value: parseStrict(text) }
  } catch (error) {
    return { error }
  }
}

type Edge = { name: string; canonical: string | null; lossy?: boolean; base64: string }
const edges = 'corpora/json/json_edge_cases.json'

describeCorpus('edge cases', edges, () => {
  test('accepts exactly the texts with a canonical form and an exact value, and gives that form', () => {
    const cases = jsonOf<Edge[]>(edges)
    const outcomes = cases.map(({ base64 }) => {
      const result = read(base64)
      return 'value' in result ? Buffer.from(canonicalize(result.value)).toString('base64') : null
    })
    const deeper = new Set(cases.filter(({ base64 }) => isDeep(base64)).map(({ name }) => name))
    const expected = cases.map(each => (each.lossy || deeper.has(each.name) ? null : each.canonical))
    const differing = cases.filter((_, index) => outcomes[index] !== expected[index])
    expect(differing.map(({ name }) => name)).toEqual([])
    expect(cases).toHaveLength(157)
    expect(deeper.size).toBeLessThan(5)
  })

  test('the canonical form is right for deep nesting as well', () => {
    const deep = jsonOf<Edge[]>(edges).filter(({ base64, canonical }) => canonical !== null && isDeep(base64))
    for (const { base64, canonical } of deep) {
      const value: Json = JSON.parse(Buffer.from(base64, 'base64').toString())
      expect(Buffer.from(canonicalize(value)).toString('base64')).toBe(canonical)
    }
    expect(deep.length).toBeGreaterThan(0)
  })
})

const isDeep = (base64: string): boolean => {
  const result = read(base64)
  return 'error' in result && /nested too deeply/.test(String(result.error))
}

type Parsing = { name: string; expectation: string; base64: string }
const parsing = 'corpora/json/jsontestsuite_parsing.ndjson'

/** Legal JSON of that suite that is ambiguous. */
const ambiguous = new Set(['y_object_duplicated_key.json', 'y_object_duplicated_key_and_value.json'])

describeCorpus('JSONTestSuite', parsing, () => {
  const cases = (): Parsing[] => linesOf(parsing).map(line => JSON.parse(line))

  test('accepts all valid texts, except ambiguous ones', () => {
    const accept = cases().filter(({ expectation }) => expectation === 'accept')
    const refused = accept.filter(({ base64 }) => 'error' in read(base64)).map(({ name }) => name)
    expect(new Set(refused)).toEqual(ambiguous)
    expect(accept).toHaveLength(95)
  })

  test('rejects all invalid texts', () => {
    const reject = cases().filter(({ expectation }) => expectation === 'reject')
    expect(reject.filter(({ base64 }) => 'value' in read(base64)).map(({ name }) => name)).toEqual([])
    expect(reject).toHaveLength(188)
  })

  test('every accepted optional case can be signed', () => {
    const free = cases().filter(({ expectation }) => expectation === 'implementation-defined')
    for (const { base64 } of free) {
      const result = read(base64)
      if ('value' in result) expect(typeof canonicalize(result.value)).toBe('string')
      else expect(result.error).toSatisfy(isKnownError)
    }
    expect(free).toHaveLength(35)
  })
})

const isKnownError = (error: unknown): boolean =>
  error instanceof SyntaxError || error instanceof AmbiguousJson || error instanceof TypeError

const ambiguity = (text: string): AmbiguousJson => {
  try {
    parseStrict(text)
  } catch (error) {
    if (error instanceof AmbiguousJson) return error
  }
  throw new Error(`taken: ${text}`)
}

describe('an ambiguous text', () => {
  test.each([
    ['{"a":1,"a":1}', 'duplicate name', '/a'],
    ['{"a":1,"b":{"x":1,"\\u0078":2}}', 'duplicate name', '/b/x'],
    ['[1,{"a/b":[{"~":1,"~":2}]}]', 'duplicate name', '/1/a~1b/0/~0'],
    ['{"__proto__":1,"__proto__":2}', 'duplicate name', '/__proto__'],
    ['{"":1,"":2}', 'duplicate name', '/'],
    ['{"a":"\\ud800"}', 'lone surrogate', '/a'],
    ['"\\udc00x"', 'lone surrogate', ''],
    ['["\\ud83d\\ude00","\\ude00\\ud83d"]', 'lone surrogate', '/1'],
    ['{"\\ud800":1}', 'lone surrogate in a name', '/\ufffd'],
    ['{"a":[0,9007199254740993]}', 'number', '/a/1'],
    ['-1e400', 'number', ''],
    ['1e-400', 'number', ''],
    ['0.10000000000000000001', 'number', ''],
    [`${'['.repeat(maximumDepth + 1)}${']'.repeat(maximumDepth + 1)}`, 'nested too deeply', '/0'.repeat(maximumDepth)],
  ])('%s', (text, what, pointer) => {
    const error = ambiguity(text)
    expect(error.message).toContain(what)
    expect(error.pointer).toBe(pointer)
    expect(error.message.length).toBeLessThan(200)
  })

  test('repeated names inside a string are text, not members', () => {
    expect(parseStrict('{"a":"{\\"a\\":1,\\"a\\":2}","b":"a","c":["a","a"]}')).toEqual({
      a: '{"a":1,"a":2}',
      b: 'a',
      c: ['a', 'a'],
    })
  })

  test('equal names in different objects are different members', () => {
    const text = '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}'
    expect(parseStrict(text)).toEqual(JSON.parse(text))
  })
})

describe('an accepted text', () => {
  test.each([
    '{}',
    '[]',
    '""',
    'null',
    ' \t\r\n[ 1 , {"a" : [ ] } ] ',
    '"\\"\\\\"',
    '"\\ud83d\\ude00"',
    '[true,false,null]',
  ])('%s as JSON.parse does', text => expect(parseStrict(text)).toEqual(JSON.parse(text)))

  test.each(['', '{', '[1,]', "{'a':1}", '01', '+1', 'NaN', '"\t"', '\ufeff{}', '1 2', 'undefined'])(
    '%j is not JSON: a SyntaxError',
    text => expect(() => parseStrict(text)).toThrow(SyntaxError),
  )

  test('a nesting as deep as is allowed', () => {
    expect(parseStrict(`${'['.repeat(maximumDepth)}${']'.repeat(maximumDepth)}`)).toHaveLength(1)
  })

  test('100,000 levels are rejected without a stack overflow, closed or not', () => {
    expect(() => parseStrict('['.repeat(100_000) + ']'.repeat(100_000))).toThrow(AmbiguousJson)
    expect(() => parseStrict('{"a":'.repeat(100_000) + 1 + '}'.repeat(100_000))).toThrow(AmbiguousJson)
    expect(() => parseStrict('['.repeat(100_000))).toThrow(SyntaxError)
  })

  test('__proto__ is an own member and does not change the prototype', () => {
    const value = parseStrict('{"__proto__":{"polluted":true}}')
    expect(Object.hasOwn(Object(value), '__proto__')).toBe(true)
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object(value).polluted).toBeUndefined()
  })

  test('a megabyte of zeros, names or brackets takes only a moment', () => {
    const zeros = '0'.repeat(1_000_000)
    expect(parseStrict(`[1${zeros}e-1000000]`)).toEqual([1])
    expect(parseStrict(`[0.${zeros}]`)).toEqual([0])
    expect(parseStrict(`[${'{},'.repeat(300_000)}{}]`)).toHaveLength(300_001)
  })
})

describe('numbers', () => {
  test.each([
    '0',
    '-0',
    '0.0',
    '-0e9',
    '0e999999999',
    '1',
    '1.0',
    '1e2',
    '100',
    '0.1',
    '4.35',
    '1E+2',
    '123.4500',
    '5e-324',
    '1e23',
    '9007199254740992',
  ])('%s keeps its value', token => expect(isLossy(token)).toBe(false))

  test.each([
    '9007199254740993',
    '1e309',
    '1e-324',
    '0.1000000000000000000000001',
    '1.7976931348623159e308',
    '123456789012345678901',
  ])('%s loses it', token => expect(isLossy(token)).toBe(true))

  test('every double survives being written and read', () => {
    for (const value of [Math.PI, 1 / 3, 2 ** 70, 1e21, 1e-7, Number.MAX_VALUE, Number.MIN_VALUE, -123.456])
      expect(isLossy(String(value))).toBe(false)
  })
})

test('an object is neither null nor an array', () => {
  expect([{}, [], null, 'a', 1, undefined].map(isObject)).toEqual([true, false, false, false, false, false])
})
