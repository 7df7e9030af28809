import { describe, expect, test } from 'vitest'
import { hasAmount, isInOtherCurrency, mistakenAmount } from './page-text.ts'

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
    ['12.34', 'المجموع ١٢٫٣٤ دولار'],
    ['1290', '合計 １２９０円'],
  ])('%s is shown by: %s', (amount, page) => expect(hasAmount(page, amount)).toBe(true))

  test.each([
    ['4.56', 'Total 14.56'],
    ['4.56', 'Total 4.567'],
    ['4.56', 'Total 456'],
    ['4', 'Total 3.4'],
    ['4.50', 'no amount at all'],
  ])('%s is not shown by: %s', (amount, page) => expect(hasAmount(page, amount)).toBe(false))
})

describe('an amount of 4.56 EUR, with USD and ZAR as others', () => {
  const isOther = (page: string) => isInOtherCurrency(page, { amount: '4.56', currency: 'EUR' }, ['USD', 'ZAR'])

  test.each(['You pay USD 4.56', 'You pay $4.56', 'Total: 4,56 USD', 'R 4.56 in all'])('is in another: %s', page =>
    expect(isOther(page)).toBe(true),
  )

  test.each(['Total: 4.56', 'Summe 4,56 €', 'EUR 4.56 (USD 4.97)', 'for 4.56', '4.56 Rest', 'USD 5.00'])(
    'is not: %s',
    page => expect(isOther(page)).toBe(false),
  )
})

describe('numbers that look like 1.23 USD', () => {
  const mistaken = (page: string) => mistakenAmount(page, { amount: '1.23', currency: 'USD' })

  test.each([
    ['Total 2.23 USD', '2.23'],
    ['You pay $1', '1'],
    ['USD 123', '123'],
    ['Total $1.2300000000000002', '1.2300000000000002'],
    ['1,50 $', '1,50'],
  ])('is another amount: %s', (page, expected) => expect(mistaken(page)).toBe(expected))

  test.each([
    'Total 1.23 USD',
    'Total 1,23 $',
    'Balance: 250.00 USD',
    'Fee 0.30 USD',
    '3 × 0.41 USD',
    'EUR 1.10',
    'Card 2',
  ])('is not one: %s', page => expect(mistaken(page)).toBeUndefined())
})
