import { describe, expect, test } from 'vitest'
import { hasAmount } from './page-text.ts'

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
