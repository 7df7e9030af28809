import { expect, test } from 'vitest'
import { describeCorpus, jsonOf } from './corpora.test.support.ts'
import { currencies, exponentOf, isCurrency, isCurrencyCode } from './currency.ts'

const file = 'corpora/iso4217/iso4217.json'
type Corpus = { currencies: { code: string; exponent: number | null }[]; withdrawn: string[] }

describeCorpus('ISO 4217', file, () => {
  test('the active codes, each with its exponent', () => {
    const { currencies: active } = jsonOf<Corpus>(file)
    expect(currencies).toEqual(active.map(({ code }) => code).sort())
    expect(currencies.map(code => exponentOf(code) ?? null)).toEqual(
      currencies.map(code => active.find(each => each.code === code)?.exponent),
    )
  })

  test('each withdrawn code, which is not active', () => {
    const codes = jsonOf<Corpus>(file).withdrawn
    expect(codes.filter(code => isCurrency(code) || !isCurrencyCode(code))).toEqual([])
  })
})

test('there are 178, each three capital letters, each once', () => {
  expect(currencies).toHaveLength(178)
  expect(new Set(currencies).size).toBe(178)
  expect(currencies.filter(code => !/^[A-Z]{3}$/.test(code))).toEqual([])
})

test.each(['usd', 'US', 'USDT', '', 'BGN', ' USD', 'toString', undefined, null, 840])(
  '%j is not an active code',
  code => {
    expect(isCurrency(code)).toBe(false)
  },
)

test('a historic code is a code, but none that never was one', () => {
  expect(['USD', 'BGN', 'DEM', 'BTC', 'usd', 'bgn', '', 978, null].map(isCurrencyCode)).toEqual([
    ...[true, true, true],
    ...Array(6).fill(false),
  ])
})

test('exponents are those of ISO 4217, not of Intl', () => {
  expect(['USD', 'JPY', 'KWD', 'UYW', 'HUF', 'XXX', 'ABC'].map(exponentOf)).toEqual([
    2,
    0,
    3,
    4,
    2,
    undefined,
    undefined,
  ])
})
