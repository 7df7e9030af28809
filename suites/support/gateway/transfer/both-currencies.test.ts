import { expect, test } from 'vitest'
import { moneyOf } from '../../../../harness/money.ts'
import { unitsOfOneNumber } from './both-currencies.ts'

test.each([
  [moneyOf('USD'), moneyOf('EUR'), ['10.00', '10.00']],
  [moneyOf('USD'), moneyOf('JPY'), ['10.00', '10']],
  [moneyOf('KWD'), moneyOf('USD', { min: '0.25' }), ['1.000', '1.00']],
  [moneyOf('JPY', { min: '4' }), moneyOf('USD', { min: '6.00' }), ['3996', '3996.00']],
])('units with the same number', (first, second, amounts) => {
  const [a, b] = unitsOfOneNumber(first, second)
  expect([first.amount(a), second.amount(b)]).toEqual(amounts)
})
