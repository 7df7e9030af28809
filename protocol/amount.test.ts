import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromMinorUnits, isDecimal, isSameAmount, toMinorUnits } from './amount.ts'
import { describeCorpus, jsonOf } from './corpora.test.support.ts'

type Case = { input: string; plain_decimal: boolean; normalized?: string; minor_units?: Record<string, string | null> }
const file = 'corpora/amounts/amount_strings.json'
const currencyOf: Record<string, string> = { 0: 'JPY', 2: 'USD', 3: 'KWD', 4: 'UYW' }

describeCorpus('amount strings', file, () => {
  test('are decimals where the corpus says so', () => {
    const cases = jsonOf<Case[]>(file)
    expect(cases.filter(each => isDecimal(each.input) !== each.plain_decimal).map(each => each.input)).toEqual([])
    expect(cases).toHaveLength(93)
  })

  test('convert to minor units exactly', () => {
    for (const { input, minor_units } of jsonOf<Case[]>(file))
      for (const [exponent, currency] of Object.entries(currencyOf)) {
        const expected = minor_units?.[exponent]
        expect(toMinorUnits(input, currency)).toBe(expected ? BigInt(expected) : undefined)
      }
  })

  test('equal their normalized text and no other', () => {
    const decimals = jsonOf<Case[]>(file).filter(each => each.plain_decimal)
    for (const a of decimals) {
      expect(isSameAmount(a.input, a.normalized ?? '')).toBe(true)
      for (const b of decimals) expect(isSameAmount(a.input, b.input)).toBe(a.normalized === b.normalized)
    }
  })
})

describe('minor units', () => {
  test.each([
    ['12.34', 'USD', 1234n],
    ['4.35', 'USD', 435n],
    ['1.005', 'USD', undefined],
    ['1.0500', 'USD', 105n],
    ['7', 'JPY', 7n],
    ['7.0', 'JPY', 7n],
    ['7.1', 'JPY', undefined],
    ['0.001', 'KWD', 1n],
    ['90071992547409.93', 'USD', 9007199254740993n],
    ['1', 'XAU', undefined],
    ['1', 'ABC', undefined],
    ['1', 'usd', undefined],
    [12.34, 'USD', undefined],
    ['-1', 'USD', undefined],
    ['1.00\n', 'USD', undefined],
    ['', 'USD', undefined],
  ])('%j %s are %s', (amount, currency, minor) => expect(toMinorUnits(amount, currency)).toBe(minor))

  test.each([
    [1234n, 'USD', '12.34'],
    [5n, 'USD', '0.05'],
    [0n, 'USD', '0.00'],
    [7n, 'JPY', '7'],
    [1n, 'KWD', '0.001'],
    [-105n, 'USD', '-1.05'],
  ])('%s %s are written %s', (minor, currency, text) => expect(fromMinorUnits(minor, currency)).toBe(text))

  test('survive conversion to text and back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n }), fc.constantFrom('USD', 'JPY', 'KWD', 'UYW'), (minor, currency) => {
        expect(toMinorUnits(fromMinorUnits(minor, currency), currency)).toBe(minor)
      }),
    )
  })

  test('a currency without them has no text', () => {
    expect(() => fromMinorUnits(1n, 'XAU')).toThrow(RangeError)
  })
})

describe('the same amount', () => {
  test.each([
    ['10', '10.00', true],
    ['10.10', '10.1', true],
    ['0', '0.000', true],
    ['10', '1', false],
    ['1.01', '1.010000000000000000000000000000000001', false],
    ['01', '1', false],
    ['1e1', '10', false],
  ])('%s and %s: %s', (a, b, same) => expect(isSameAmount(a, b)).toBe(same))

  test('a million digits take only a moment', () => {
    const long = `0.${'0'.repeat(1_000_000)}1`
    expect(isSameAmount(long, long)).toBe(true)
    expect(toMinorUnits(long, 'USD')).toBeUndefined()
  })
})
