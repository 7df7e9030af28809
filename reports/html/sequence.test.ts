import { load } from 'cheerio'
import { expect, test } from 'vitest'
import type { Exchange } from '../exchange.ts'
import { html, textOf } from './markup.ts'
import { sequenceView } from './sequence.ts'

const exchange = (direction: Exchange['direction'], url: string, headers: [string, string][], status?: number) =>
  ({
    id: url,
    check: 'flow/states',
    direction,
    at: '2026-02-03T14:05:02.118Z',
    ms: 1,
    request: { method: 'POST', url, headers, bodyBytes: 0 },
    ...(status === undefined
      ? { error: 'the connection was reset' }
      : { response: { status, headers: [], bodyBytes: 0 } }),
  }) satisfies Exchange

const series = [
  exchange('sent', 'https://pay.example/orders/checkout', [['X-OC-ID', '2001']], 200),
  exchange('sent', 'https://pay.example/checkout/9f?x=1', [['accept', 'text/html']], 303),
  exchange('received', 'http://us.example/2001/transfer/webhook', [['x-oc-id', '1001']], 200),
  exchange('sent', 'https://pay.example/verify/<b>', [], undefined),
]

const view = (exchanges: readonly Exchange[]) => load(textOf(html`${sequenceView(exchanges)}`))

test('each row names sender, recipient, message and response', () => {
  const $ = view(series)
  const rows = $('li')
    .toArray()
    .map(row => $(row).text().trim())
  expect(rows).toEqual([
    'OCID 2001 → the target POST /orders/checkout 200',
    'a browser → the target POST /checkout/9f?x=1 303',
    'the target → OCID 2001 POST /2001/transfer/webhook 200',
    'anybody → the target POST /verify/%3Cb%3E the connection was reset',
  ])
  expect($('li.wrong').text()).toContain('reset')
  expect($('b')).toHaveLength(0)
})

test('arrows run between the lanes of the parties, which screen readers skip', () => {
  const $ = view(series)
  expect($('svg[aria-hidden="true"]')).toHaveLength(4)
  // Lanes: OCID 2001, a browser, anybody, the target.
  expect($('svg').first().find('line')).toHaveLength(4)
  const arrows = $('path')
    .toArray()
    .map(arrow => $(arrow).attr('d')?.split('m')[0])
  expect(arrows).toEqual(['M17 0H119', 'M51 0H119', 'M119 0H17', 'M85 0H119'])
})

test('a single exchange needs no diagram; of many, the last ones are drawn', () => {
  expect(sequenceView(series.slice(0, 1))).toBeUndefined()
  const many = Array.from({ length: 50 }, () => series).flat()
  const $ = view(many)
  expect($('li')).toHaveLength(30)
  expect($('figcaption').text()).toContain('170 earlier exchanges')
})
