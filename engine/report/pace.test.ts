import { expect, test } from 'vitest'
import type { Exchange } from '../../harness/http/exchange.ts'
import { createPaceReader } from './pace.ts'

const sent = (second: number, ms: number, status: number): Exchange => ({
  id: String(second),
  check: 'checkout/valid-order',
  direction: 'sent',
  at: new Date(second * 1000).toISOString(),
  ms,
  request: { method: 'GET', url: 'http://127.0.0.1/', headers: [], bodyBytes: 0 },
  response: { status, headers: [], bodyBytes: 0 },
})

const paceOf = (...exchanges: Exchange[]) => {
  const reader = createPaceReader()
  for (const exchange of exchanges) reader.read(exchange)
  return reader.pace()
}

test('the latency is the median of the responses', () => {
  expect(paceOf(sent(0, 20, 200), sent(1, 9_000, 200), sent(2, 30, 404))).toEqual({ latencyMs: 30, throttled: 0 })
})

test('a target that throttles reveals how many requests a second it accepts', () => {
  const exchanges = [0, 1, 2, 3, 4].map(second => sent(second, 0, second === 2 ? 429 : 200))
  expect(paceOf(...exchanges)).toEqual({ latencyMs: 0, requestsPerSecond: 1, throttled: 1 })
})

test('a 503 that names an error of its request says nothing about the pace', () => {
  const body = '{"error":{"code":"ISSUER_UNAVAILABLE","message":"The metadata of the issuer cannot be read."}}'
  const refused = sent(2, 0, 503)
  const because = { ...refused, response: { status: 503, headers: [], body, bodyBytes: body.length } }
  expect(paceOf(sent(0, 0, 200), because)).toEqual({ latencyMs: 0, throttled: 0 })
  const asking = { ...because, response: { ...because.response, headers: [['Retry-After', '1'] as [string, string]] } }
  expect(paceOf(sent(0, 0, 200), asking)).toMatchObject({ throttled: 1 })
  expect(paceOf(sent(0, 0, 200), refused)).toMatchObject({ throttled: 1 })
})

test('a request of the target, or one without a response, has no pace', () => {
  const { response: _, ...silent } = sent(0, 10_000, 200)
  expect(paceOf(silent, { ...sent(1, 5, 200), direction: 'received' })).toBeUndefined()
})
