import { describe, expect, test } from 'vitest'
import { Blocked, blocked, brief, CheckFailure, expectSame, isSameJson, spelled, unexplained } from './outcome.ts'

const parsed = (text: string): unknown => JSON.parse(text)

describe('isSameJson', () => {
  test.each([
    ['{"a":1,"b":[{}]}', '{"b":[{}],"a":1}'],
    ['[1,"x",null,true]', '[1.0,"x",null,true]'],
    ['-0', '0'],
    ['{"a":[-0]}', '{"a":[0]}'],
    ['{"__proto__":{"a":1}}', '{"__proto__":{"a":1}}'],
  ])('%s equals %s', (a, b) => {
    expect(isSameJson(parsed(a), parsed(b))).toBe(true)
  })

  test.each([
    ['[1,2]', '[2,1]'],
    ['[1]', '[1,2]'],
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":null}', '{}'],
    ['{}', '[]'],
    ['{}', 'null'],
    ['{"0":1}', '[1]'],
    ['0', 'false'],
    ['1e400', 'null'],
    ['{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}'],
    ['{"toString":1}', '{"valueOf":1}'],
  ])('%s differs from %s', (a, b) => {
    expect(isSameJson(parsed(a), parsed(b))).toBe(false)
  })

  test('an absent value equals only an absent value', () => {
    expect(isSameJson(undefined, undefined)).toBe(true)
    expect(isSameJson(undefined, null)).toBe(false)
    expect(isSameJson({ a: undefined }, {})).toBe(false)
  })

  test('objects without a prototype are compared by their members', () => {
    expect(isSameJson(Object.assign(Object.create(null), { a: 1 }), { a: 1 })).toBe(true)
  })
})

test('expectSame throws a CheckFailure with both values', () => {
  expect(() => expectSame({ a: 1 }, { a: 1 }, 'the value')).not.toThrow()
  expect(() => expectSame(1, 2, 'the value')).toThrow(
    expect.objectContaining({ expected: '2', actual: '1', constructor: CheckFailure }),
  )
})

test('brief shortens a long value and gives its length', () => {
  expect(brief('x'.repeat(10), 4)).toBe('xxxx… (10 characters)')
  expect(brief({ a: 1 })).toBe('{"a":1}')
  expect(brief(undefined)).toBe('undefined')
})

test('texts that look the same are spelled differently', () => {
  expect(spelled('\u00e9\u200b')).toBe('"\\u00e9\\u200b"')
  expect(spelled('e\u0301')).toBe('"e\\u0301"')
  expect(spelled('x'.repeat(100))).toContain('102 characters')
})

test.each(['', ' ', '\n'])('a check is never blocked without a reason: %j', reason => {
  expect(() => blocked(reason)).toThrow(unexplained)
  expect(new Blocked('the page needs script').message).toBe('the page needs script')
})
