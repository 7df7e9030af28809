import { load } from 'cheerio'
import { describe, expect, test } from 'vitest'
import { Blocked, CheckFailure } from '../../../harness/outcome.ts'
import type { Page } from '../../../harness/pages.ts'
import { textOf } from '../../../pages/document/dom.ts'
import { noteWithheld } from '../../../pages/visit/withheld.ts'
import { expectAmount, expectShown, expectText, hasNumber, isInOtherCurrency, mistakenAmount } from './page-text.ts'

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
    ['4.56', 'Total : 4€56'],
    ['4.56', '4 EUR 56 en tout'],
    ['4.50', '£4·50'],
    ['4.56', 'Total: 4 .56 USD'],
    ['70001', 'OCID ٧٠٠٠١'],
    ['7001', 'OCID ７００１'],
  ])('%s is shown by: %s', (amount, page) => expect(hasNumber(page, amount)).toBe(true))

  test.each([
    ['4.56', 'Total 14.56'],
    ['4.56', 'Total 4.567'],
    ['4.56', 'Total 456'],
    ['4', 'Total 3.4'],
    ['4.56', 'Lamp 4 EUR 56.00'],
    ['7001', 'OCID ٧٠٠٢'],
    ['4.50', 'no amount at all'],
  ])('%s is not shown by: %s', (amount, page) => expect(hasNumber(page, amount)).toBe(false))
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

test('a missing text may be in a part that the page did not get', () => {
  const $ = load('<p>Loading…</p>')
  noteWithheld($, { unfetched: ['https://cdn.example/app.js'], unread: [] })
  expect(() =>
    expectShown({ $, scripted: undefined }, false, { message: 'no amount', expected: '', actual: '' }),
  ).toThrow('add "https://cdn.example" to the origins of pages.checkout')
})

describe('a text that a page does not show', () => {
  const show = (markup: string) => () =>
    expectShown({ $: load(markup), scripted: undefined }, false, { message: 'no amount', expected: '4.56', actual: '' })

  test.each([
    '<canvas></canvas>',
    '<img src=total.png>',
    '<style>.a::after { content: "$" attr(data-a) }</style><b class=a data-a=4.56></b>',
    '<svg></svg>',
    '<style>.a::after { content: "4.56" }</style>',
    '<style></style>',
    '<b data-total="Lamp 4.56"></b>',
    '<span>4</span><span>56</span>',
    '<b>9</b><b>8</b><b>7</b><b>6</b><b>5</b><b>4</b><b>3</b><b>2</b><b>1</b><b>0</b>',
    '<b>0</b><b>1</b><b>2</b><b>3</b><b>4</b><b>5</b><b>6</b><b>7</b><b>8</b><b>9</b>',
  ])('may be drawn, which blocks the check: %s', markup => expect(show(markup)).toThrow(Blocked))

  test.each([
    '<p>Total: 3.00</p>',
    '<p>Total: 456</p>',
    '<input type=hidden value=4.56>',
    '<img src=logo.png alt="">',
    '<style>i::before { content: attr(data-i) }</style><i data-i=A></i>',
  ])('fails: %s', markup => expect(show(markup)).not.toThrow(Blocked))
})

/** A page of this body, as a check gets it. */
const pageWith = (body: string) => {
  const response = { headers: [], status: 200, text: body, url: 'http://a.example/' }
  return { $: load(body), text: textOf(load(body)), name: 'a page', url: response.url, response } as unknown as Page
}

describe('a page without “Green garden chair”', () => {
  const look = (body: string) =>
    expectText(pageWith(body), 'Green garden chair', { others: ['Green garden chair', 'Green garden'] })

  test.each([
    ['cut, with an ellipsis', '<li>2 × Green garden c…</li>'],
    ['cut, without one', '<span>Green gard</span><span>1.00</span>'],
    ['after a click', '<input type=checkbox><ul class=later><li style="display: none">Green garden chair</li></ul>'],
  ])('may have it %s, which blocks the check', (_, body) => expect(look(body)).rejects.toThrow(Blocked))

  test.each([
    ['at all', '<li>Blue lamp</li>'],
    ['but another item', '<li>Green garden chain</li>'],
    ['but the whole of another text', '<li>Green garden</li>'],
  ])('fails if it does not have it %s', (_, body) => expect(look(body)).rejects.toThrow(CheckFailure))
})

describe('a page without 4.56 USD', () => {
  const look = (body: string) => expectAmount(pageWith(body), { amount: '4.56', currency: 'USD' })

  test.each([
    'Total: 4 dollars and 56 cents',
    '<p>Lamp 1.00 USD</p><p>Total</p><table><tr><th>Dollars<th>Cents<tr><td>4<td>56</table>',
    'Total: 4 dollars, fifty-six cents',
    '<style>.later { display: none }</style><p style="display: none" class=later>4.56</p>',
  ])('may have it in another notation, which blocks the check: %s', body => expect(look(body)).rejects.toThrow(Blocked))

  test.each([
    '2 × Lamp, 1.00 each',
    'Total: 456 USD',
    'Total: 4.57 USD',
    '<p>4 × Lamp</p><dl><dt>Total<dd>4.57 USD</dl>',
    '<p>4 × Lamp</p><button>Pay $0.00</button>',
  ])('fails: %s', body => expect(look(body)).rejects.toThrow(CheckFailure))
})

describe('numbers that look like 1.23 USD', () => {
  const mistaken = (body: string) => mistakenAmount(load(body), { amount: '1.23', currency: 'USD' })

  test.each([
    ['Total 2.23 USD', '2.23'],
    ['You pay: $1', '1'],
    ['<table><tr><th>Amount<td>USD 123</table>', '123'],
    ['<button>Pay $1.2300000000000002</button>', '1.2300000000000002'],
    ['<p>Summe</p><p>1,50 $</p>', '1,50'],
    ['Total: $1·50', '1·50'],
    ['<input type=submit value="Pay $1.50 now">', '1.50'],
  ])('is another amount: %s', (page, expected) => expect(mistaken(page)).toBe(expected))

  test.each([
    'Total 1.23 USD',
    'Total 1,23 $',
    'Balance: 250.00 USD',
    'Total: 250.00 USD',
    'Fee 0.30 USD',
    '3 × 0.41 USD',
    'Total EUR 1.10',
    'Card 2',
    'We may hold 1.00 USD for a moment',
    '<h2>Total</h2><p>Card payments from 1.00 USD</p>',
    '<button>Pay later, from 1.00 USD</button>',
  ])('is not one: %s', page => expect(mistaken(page)).toBeUndefined())
})
