import { describe, expect, test } from 'vitest'
import { hasAmount, isInOtherCurrency } from './page-text.ts'

describe('an amount on a page', () => {
  test.each([
    ['4.56', 'Total: $4.56.'],
    ['4.56', 'Summe 4,56 €'],
    ['4.50', 'USD 4.5'],
    ['4.00', 'Total 4 USD'],
    ['4', 'Total 4.00'],
    ['45600', '¥45,600 in all'],
    ['1234567.80', "CHF 1'234'567.80"],
    ['0.456', 'KWD 0.456'],
  ])('%s is shown by: %s', (amount, page) => expect(hasAmount(page, amount)).toBe(true))

  test.each([
    ['4.56', 'Total 14.56'],
    ['4.56', 'Total 4.567'],
    ['4.56', 'Total 456'],
    ['4', 'Total 3.4'],
    ['4.50', 'no amount at all'],
  ])('%s is not shown by: %s', (amount, page) => expect(hasAmount(page, amount)).toBe(false))
})

describe('an amount of 4.56 EUR, where USD and ZAR are there, too', () => {
  const isOther = (page: string) => isInOtherCurrency(page, { amount: '4.56', currency: 'EUR' }, ['USD', 'ZAR'])

  test.each(['You pay USD 4.56', 'You pay $4.56', 'Total: 4,56 USD', 'R 4.56 in all'])('is in another: %s', page =>
    expect(isOther(page)).toBe(true),
  )

  test.each(['Total: 4.56', 'Summe 4,56 €', 'EUR 4.56 (USD 4.97)', 'for 4.56', '4.56 Rest', 'USD 5.00'])(
    'is not: %s',
    page => expect(isOther(page)).toBe(false),
  )
})
