import { load } from 'cheerio'
import { expect, test } from 'vitest'
import { type HttpResponse, readBody } from '../../harness/http/response.ts'
import { redactorOf } from '../../harness/redaction.ts'
import { consentControlsOf } from '../../pages/consent/controls.ts'
import { controlsOf, textFieldsOf } from '../../pages/document/controls.ts'
import { blocksOf, type CheerioAPI, textOf } from '../../pages/document/dom.ts'
import { loadedBy } from '../../pages/document/loaded.ts'
import { pageText } from '../../pages/document/page-text.ts'
import { isInert, isPlain } from '../../pages/plain-pages.ts'
import { flatten, rebuild } from '../../pages/reading/flat-document.ts'
import { parse } from '../../pages/reading/parse.ts'
import { refreshOfPage } from '../../pages/visit/form-browser.ts'
import { isScripted, needsScript } from '../../pages/visit/obstacles.ts'
import { parseStrict } from '../../protocol/json/json.ts'
import { encodingsOf } from '../../protocol/signature/signature.ts'
import { curlOf } from '../../reports/curl.ts'
import type { Exchange } from '../../reports/exchange.ts'
import { exchangeText } from '../../reports/exchange-text.ts'
import { exchangeView } from '../../reports/html/exchange.ts'
import { visibleLine } from '../../reports/visible.ts'
import { findLeak, findStackTrace } from '../../suites/support/errors/leaks.ts'
import { drawnOn } from '../../suites/support/pages/drawings.ts'
import { createMarkupProbe, findInjected } from '../../suites/support/pages/markup-probe.ts'
import { elementRunning } from '../../suites/support/pages/page-security.ts'
import { hasNumber, hasText, mistakenAmount } from '../../suites/support/pages/page-text.ts'
import { growthOf, type Work } from './growth.ts'

const url = 'http://127.0.0.1:4010/checkout/1'

const repeated = (text: string, size: number): string => text.repeat(Math.ceil(size / text.length))

/** Work on a string that a target sends: `begin`, then a part repeated. */
const onText =
  (use: (text: string) => unknown, part: string, begin = ''): Work =>
  size => {
    const text = begin + repeated(part, size)
    return () => use(text)
  }

const responseWith = (text: string): HttpResponse => ({
  url,
  status: 200,
  headers: [['content-type', text.slice(0, 65_536)]],
  bytes: Buffer.from(text),
  text,
  json: undefined,
  truncated: false,
  exchange: '1',
  arrivedAt: 0,
})

const exchangeOf = (body: string): Exchange => ({
  id: '1',
  check: 'checkout/expired',
  direction: 'sent',
  at: '2026-01-01T00:00:00.000Z',
  ms: 1,
  request: { method: 'POST', url, headers: [['x', body.slice(0, 65_536)]], body, bodyBytes: body.length },
  response: { status: 200, headers: [['content-type', 'application/json']], body, bodyBytes: body.length },
})

const permissions = ['name', 'email', 'id_card']

const readDocument = ($: CheerioAPI): unknown[] => {
  const document = { $, url }
  return [
    textOf($),
    blocksOf($),
    controlsOf(document),
    textFieldsOf(document),
    consentControlsOf(document, permissions, () => []),
    loadedBy(document),
    isScripted(document),
    needsScript(document),
    elementRunning($, 'javascript:x'),
    findInjected($, createMarkupProbe('probe')),
  ]
}

/** Work on a document, as the thread for pages hands it over. */
const onDocument =
  (part: string, begin = ''): Work =>
  size => {
    const { $ } = parse({ text: begin + repeated(part, size) })
    const document = flatten($.root().toArray()[0])
    return () => readDocument(load(rebuild(document)))
  }

const refreshOf = (text: string) =>
  refreshOfPage({ $: parse({ text: '' }).$, url, response: { ...responseWith(''), headers: [['refresh', text]] } })

const redact = redactorOf(['0'.repeat(64), 'a secret of an operator', 'abc'])

test.each<[string, Work]>([
  ['an address without quotes', onText(text => isInert(responseWith(text)), 'href=x')],
  ['an address in quotes', onText(text => isInert(responseWith(text)), 'href="')],
  ['an address after white space', onText(text => isInert(responseWith(text)), ' ', 'href')],
  ['handlers', onText(text => isInert(responseWith(text)), " on'on")],
  ['links', onText(text => isPlain({ ...responseWith(text), headers: [] }), '<link ')],
  [
    'names of style sheets',
    onText(text => isPlain({ ...responseWith(text), headers: [] }), '<link stylesheet'.slice(0, -1)),
  ],
  ['display', onText(text => isPlain({ ...responseWith(text), headers: [] }), ' ', 'display')],
  ['a character set', onText(text => pageText({ ...responseWith(text), text: undefined }), ' ', 'charset=')],
  ['a refresh of white space', onText(refreshOf, ' ', '1')],
  ['a refresh of digits', onText(refreshOf, '1')],
  ['a refresh of quotes', onText(refreshOf, '"', '1;url=')],
  ['a stack trace of line breaks', onText(findStackTrace, '\nat a')],
  ['a stack trace without place', onText(text => findLeak(text), 'a', '\nat ')],
  ['an error with statements', onText(text => findLeak(text, url), 'SELECT\t ')],
  ['JSON of nested arrays', onText(text => readBody(Buffer.from(text)), '[')],
  ['JSON of many numbers', onText(text => readBody(Buffer.from(`${text}1]`)), '1,', '[')],
  ['JSON of a long number', onText(text => readBody(Buffer.from(text)), '1')],
  [
    'JSON of many members',
    size => {
      const text = `{${Array.from({ length: size / 10 }, (_, at) => `"m${at}":1`).join()}}`
      return () => parseStrict(text)
    },
  ],
  ['JSON of escapes', onText(text => readBody(Buffer.from(`${text}"`)), '\\u0041', '"')],
  ['a signature', onText(encodingsOf, 'A')],
  ['a signature of padding', onText(encodingsOf, '=')],
  ['secrets', onText(redact, '0')],
  ['secrets with a common prefix', onText(redact, 'a secret of an ')],
  ['invisible text', onText(visibleLine, '\u202e ')],
  ['white space in a line', onText(visibleLine, '\t')],
  ['a command for curl', onText(text => curlOf(exchangeOf(text)), "'")],
  ['an exchange on a terminal', onText(text => exchangeText(exchangeOf(text)), '\\ ')],
  ['an exchange on a page', onText(text => exchangeView(exchangeOf(text), { open: true }), '&<')],
  ['an exchange of JSON on a page', onText(text => exchangeView(exchangeOf(`${text}1]`), { open: true }), '1,', '[')],
  ['a name on a page', onText(text => hasText(text, 'lamp'), ' la')],
  ['an amount on a page', onText(text => hasNumber(text, '1.10'), '1.10')],
  ['an amount with zeros', onText(text => hasNumber(text, '1.10'), '0', '1.1')],
  [
    'an amount to pay',
    size => {
      const $ = load(repeated("1'", size))
      return () => mistakenAmount($, { amount: '1.10', currency: 'USD' })
    },
  ],
  [
    'attributes that a style shows',
    size => {
      const names = Array.from({ length: size / 100 }, (_, at) => `content:attr(a${at})`)
      const $ = load(`<style>${names.join(';')}</style>${repeated('<b a=1></b>', size)}`)
      return () => drawnOn($)
    },
  ],
  ['buttons', onDocument('<button name=grant>Pay</button>', '<form>')],
  ['forms', onDocument('<form><button name=grant>Allow</button></form>')],
  ['labels', onDocument('<label for=a>name</label>', '<form><input type=checkbox id=a>')],
  ['fields in one label', onDocument('<input type=checkbox name=grant>name', '<form><label>')],
  ['radio buttons', onDocument('name <input type=radio name=a value=b checked>', '<form>')],
  ['ids', onDocument('<button aria-labelledby="a a a a" id=a>name</button>', '<form>')],
  ['lists', onDocument('<select name=a><option>name</select>', '<form>')],
  ['rows', onDocument('<tr><td>name<td><input type=checkbox>', '<form><table>')],
  [
    'deep nesting',
    onDocument('<input type=radio name=a value=b>', `<form>${'<fieldset disabled><legend>'.repeat(90)}`),
  ],
  ['headings in deep nesting', onDocument('<h2>a</h2><button name=grant>b</button>', `<form>${'<div>'.repeat(150)}`)],
  ['raised digits', onDocument('<sup></sup><sup>1</sup>')],
  ['words', onDocument('name ')],
  ['white space', onDocument(' \n')],
])('%s: twice as much lasts about twice as long', (_what, work) => {
  expect(growthOf(work)).toBeLessThan(3)
})
