import { expect, test } from 'vitest'
import { otherCurrencies, similarCurrencies } from './similar-currencies.ts'

test('other currencies have the same number of minor digits', () => {
  expect(otherCurrencies('USD')).toContain('EUR')
  for (const code of ['USD', 'JPY', 'KWD']) expect(otherCurrencies('USD')).not.toContain(code)
})

test('currencies are similar by country and by symbol', () => {
  expect(similarCurrencies('USD')).toEqual(expect.arrayContaining(['USN', 'AUD', 'CAD', 'MXN']))
  expect(similarCurrencies('USD')).not.toContain('EUR')
  expect(similarCurrencies('CHF')).toEqual(['CHE', 'CHW'])
})
