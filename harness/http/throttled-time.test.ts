import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waits } from '../patience.ts'
import { responseWith } from './response.test.fixture.ts'
import type { HttpResponse } from './response.ts'
import { createThrottledTime, isOverload, retryAfterOf } from './throttled-time.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const answer = (status: number, ...retryAfter: string[]): HttpResponse =>
  responseWith({ status, headers: retryAfter.map((value): [string, string] => ['Retry-After', value]) })

const throttles = answer(429, '60')

/** Measures the throttled time of a run that is allowed ten seconds. */
const counting = () => {
  const reasons: string[] = []
  const time = createThrottledTime({ ms: 10_000, onSpent: reason => reasons.push(reason) })
  return { time, reasons }
}

test('time runs from an answer that throttles to the next that does not, and adds up over the run', () => {
  const { time, reasons } = counting()
  for (let round = 0; round < 3; round++) {
    time.see(throttles, true)
    vi.advanceTimersByTime(3_000)
    time.see(answer(200), false)
    vi.advanceTimersByTime(60_000)
  }
  // Each of the three accepted requests adds a second.
  expect(time.leftMs()).toBe(4_000)
  time.see(throttles, true)
  vi.advanceTimersByTime(4_000)
  time.see(answer(429), true)
  time.see(answer(429), true)
  expect(reasons).toEqual([
    'the target took no requests for 13 s altogether: it answered 429, and asked for Retry-After: "60". Raise its limit, or lower the rate of the run with --max-rps',
  ])
  expect(time.spent).toBe(reasons[0])
})

test('requests accepted between pauses beyond the longest add no time', () => {
  const { time, reasons } = counting()
  for (let round = 0; round < 12; round++) {
    time.see(answer(429, '3600'), true)
    vi.advanceTimersByTime(1_000)
    for (let request = 0; request < 3; request++) time.see(answer(200), false)
  }
  expect(time.leftMs()).toBeLessThanOrEqual(0)
  expect(reasons[0]).toContain('and asked for Retry-After: "3600"')
})

test('a target that accepts two requests a second, sixty at a time, is waited for', () => {
  const { time, reasons } = counting()
  for (let minute = 0; minute < 600; minute++) {
    for (let request = 0; request < 120; request++) time.see(answer(200), false)
    time.see(answer(429, '59'), true)
    vi.advanceTimersByTime(59_000)
  }
  expect(reasons).toEqual([])
})

test('the Retry-After in a message is truncated', () => {
  const { time, reasons } = counting()
  time.see(answer(503, `\u001b[2J::error::${'x'.repeat(10_000)}`), true)
  vi.advanceTimersByTime(20_000)
  time.see(answer(503), true)
  expect(reasons[0]?.length).toBeLessThan(400)
  expect(reasons[0]).not.toContain('\u001b')
})

test.each([
  [['5'], 5_000],
  [['0'], undefined],
  [['-5'], undefined],
  [['NaN'], undefined],
  [['1e309'], undefined],
  [['soon'], undefined],
  [[''], undefined],
  [[], undefined],
  [['3600'], waits.throttlingPause.ms],
  [['9'.repeat(400)], waits.throttlingPause.ms],
  [['Fri, 31 Dec 9999 23:59:59 GMT'], waits.throttlingPause.ms],
  [['Thu, 01 Jan 1970 00:00:00 GMT'], undefined],
  [['soon', '-1', '7', '3'], 7_000],
])('Retry-After of %j', (values, ms) => {
  expect(retryAfterOf(answer(429, ...values))).toBe(ms)
})

const body = { error: { code: 'ISSUER_UNAVAILABLE', message: '', details: {} } }

test.each([
  ['429', answer(429), true],
  ['503', answer(503), true],
  ['503 that names the error', { ...answer(503), json: body }, false],
  ['503 that names the error, with Retry-After', { ...answer(503, '1'), json: body }, true],
  ['500', answer(500), false],
  ['403', answer(403), false],
  ['403 with Retry-After', { ...answer(403, '2'), json: body }, true],
  ['403 with Retry-After and a code', { ...answer(403, '2'), json: { error: { code: 'INVALID_SIGNATURE' } } }, false],
  ['503 whose code is not a string', { ...answer(503), json: { error: { code: { toString: 1 } } } }, true],
])('%s', (_, response, expected) => {
  expect(isOverload(response)).toBe(expected)
})
