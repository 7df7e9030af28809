import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { parseDocument } from '../../../harness/pages/dom.ts'
import { createMarkupProbe, findInjected } from '../markup-probe.ts'
import { hasAmount } from '../page-text.ts'
import { isSameAddress } from '../url-match.ts'
import { bitsOf } from './entropy.ts'
import { proofIn } from './notifications.ts'

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

describe('bits that vary', () => {
  const twelve = (make: (index: number) => string) => bitsOf(Array.from({ length: 12 }, (_, index) => make(index)))
  test.each([
    ['UUIDs', () => randomUUID()],
    ['16 random bytes', () => randomBytes(16).toString('base64url')],
    ['8 random bytes', () => `cs_${randomBytes(8).toString('hex')}`],
  ])('%s are many', (_what, make) => expect(twelve(make)).toBeGreaterThan(40))

  test.each([
    ['a counter', (index: number) => String(100_000 + index)],
    ['a time and a counter', (index: number) => `${1_700_000_000_000 + index * 37}-${index}`],
    ['four random digits', () => `session-${randomBytes(2).toString('hex')}`],
  ])('%s are few', (_what, make) => expect(twelve(make)).toBeLessThan(30))
})

describe('a hostile text', () => {
  const probe = createMarkupProbe('probe-1a-7')
  const escaped = probe.text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
  const found = (html: string) => findInjected(parseDocument(html), probe)

  test.each([
    ['content', (text: string) => `<p>${text}</p>`],
    ['an attribute', (text: string) => `<p title="${text}">x</p>`],
    ['an attribute in single quotes', (text: string) => `<p title='${text}'>x</p>`],
    ['a title', (text: string) => `<title>${text}</title>`],
    ['a comment', (text: string) => `<!-- ${text} -->`],
    ['a script', (text: string) => `<script>let a = ${JSON.stringify(text)}</script>`],
  ])('is found as %s', (_where, html) => expect(found(html(probe.text))).toBeDefined())

  test('is found as an attribute where only angle brackets are escaped', () =>
    expect(found(`<p title="${probe.text.replace(/[<>]/g, '')}">`)).toContain('an attribute'))

  test('stays text where it is escaped', () => {
    expect(
      found(`<title>${escaped}</title><p title="${escaped}">${escaped}</p><textarea>${escaped}</textarea>`),
    ).toBeUndefined()
    expect(
      found(`<script type="application/json">${JSON.stringify(probe.text).replaceAll('<', '\\u003c')}</script>`),
    ).toBeUndefined()
  })
})

test('an address may gain members, and lose none', () => {
  const wanted = 'https://shop.example/done?visit=1'
  expect(isSameAddress('https://shop.example/done?visit=1&txid=2#x', wanted)).toBe(true)
  for (const other of [
    undefined,
    'https://shop.example/done',
    'https://shop.example/cancelled?visit=1',
    'javascript:1',
  ]) {
    expect(isSameAddress(other, wanted)).toBe(false)
  }
})

test('a proof is found in whatever shape it comes', () => {
  const signed = { proof: { txid: 't' }, signature: 's' }
  expect(proofIn({ json: signed })).toEqual(signed)
  expect(proofIn({ json: { event: 'transfer', data: signed } })).toEqual(signed)
  expect(proofIn({ json: { txid: 't' } })).toEqual({ proof: { txid: 't' }, signature: undefined })
  expect(proofIn({ json: ['t'] })).toBeUndefined()
})
