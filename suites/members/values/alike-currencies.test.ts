import { expect, test } from 'vitest'
import { alikeCurrencies, otherCurrencies } from './alike-currencies.ts'

test('other currencies have as many minor digits', () => {
  expect(otherCurrencies('USD')).toContain('EUR')
  for (const code of ['USD', 'JPY', 'KWD']) expect(otherCurrencies('USD')).not.toContain(code)
})

test('currencies are alike by their country and by their sign', () => {
  expect(alikeCurrencies('USD')).toEqual(expect.arrayContaining(['USN', 'AUD', 'CAD', 'MXN']))
  expect(alikeCurrencies('USD')).not.toContain('EUR')
  expect(alikeCurrencies('CHF')).toEqual(['CHE', 'CHW'])
})
