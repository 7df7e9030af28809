import { describe, expect, test } from 'vitest'
import type { HttpResponse } from '../harness/http/response.ts'
import { isInert, isPlain } from './plain-pages.ts'

const pageOf = (text: string | undefined, headers: HttpResponse['headers'] = [['content-type', 'text/html']]) =>
  ({ text, headers, truncated: false }) as unknown as HttpResponse

const form =
  '<!doctype html><title>Pay</title><form method=post action="/pay?a=1&amp;b=2"><button>Pay now</button></form>'

test('a form with its own style is plain', () => {
  expect(isPlain(pageOf(`<style>body { margin: 0; display: grid }</style>${form}`))).toBe(true)
})

test('a response that is not a page is plain', () => {
  expect(isPlain(pageOf('{"html":"<script>"}', [['content-type', 'application/json']]))).toBe(true)
})

describe('an element that runs, or may run, is not inert', () => {
  test.each([
    ['a script', '<SCRIPT src=/app.js></SCRIPT>'],
    ['a handler', '<img src=x OnError = "pay()">'],
    ['a handler after an attribute', '<img src="x"onerror=pay()>'],
    ['an address in code', '<a href="javascript:pay()">Pay</a>'],
    ['an address in code that is written with references', '<a href="java&#115;cript:pay()">Pay</a>'],
    ['a frame', '<iframe src=/card></iframe>'],
    ['a shadow tree', '<x-pay><template shadowrootmode=open></template></x-pay>'],
  ])('%s', (_what, markup) => {
    expect(isInert(pageOf(form + markup))).toBe(false)
    expect(isPlain(pageOf(form + markup))).toBe(false)
  })

  test('bytes that are not text', () => {
    expect(isInert(pageOf(undefined))).toBe(false)
  })
})

test.each([
  ['a style that hides', '<style>.way { display: none } :checked + .way { display: block }</style>'],
  ['an attribute that hides', '<button style="visibility:hidden">Buy more</button>'],
  ['a style in a file', '<link rel="stylesheet" href="/page.css">'],
])('a page with %s is inert, and not plain', (_what, markup) => {
  expect(isInert(pageOf(form + markup))).toBe(true)
  expect(isPlain(pageOf(form + markup))).toBe(false)
})
