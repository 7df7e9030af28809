import { expect, test } from 'vitest'
import { createClock } from './clock.ts'

const ours = 1_700_000_000_000

/** Shows the clock of a target in responses over two seconds; `aheadMs` returns how far the server that responds is ahead. */
const clockThatSaw = (aheadMs: (at: number) => number, method = 'POST') => {
  let now = ours
  const clock = createClock(() => now)
  const show = (count: number, aheadOf = aheadMs) => {
    for (let at = 0; at < count; at++) {
      now += 70
      const arrivedAt = performance.now()
      const date = new Date(now - 5 + aheadOf(at)).toUTCString()
      clock.see({ headers: [['Date', date]], method, sentAt: arrivedAt - 10, arrivedAt })
      clock.seeRequest(Math.floor(Date.parse(date) / 1_000), arrivedAt)
    }
  }
  show(60)
  return { clock, show, now: () => now }
}

test.each([0, 2_500, -70_000])('a single clock that is %i ms ahead has no spread', ms => {
  const { clock, now } = clockThatSaw(() => ms)
  expect(clock.apartMs()).toBe(0)
  expect(clock.mayBeSetSince(0)).toBe(false)
  const second = Math.floor((now() + ms) / 1_000) + 5
  expect(clock.msUntil(second)).toBeLessThanOrEqual(second * 1_000 - (now() + ms) + 1_400)
})

test.each([-2_900, -1_200, 400, 2_900])('two servers whose clocks are %i ms apart are waited for', ms => {
  const { clock, now } = clockThatSaw(at => (at % 2) * ms)
  expect(clock.apartMs()).toBeGreaterThanOrEqual(Math.abs(ms))
  expect(clock.apartMs()).toBeLessThanOrEqual(Math.abs(ms) + 1_100)
  const second = Math.floor(now() / 1_000) + 5
  // The slower clock has passed the second.
  expect(now() + clock.msUntil(second) + Math.min(0, ms)).toBeGreaterThanOrEqual((second + 1) * 1_000)
})

test.each([-3_000, -2_000, -1_200, 2_000])('a clock that is set by %i ms makes earlier work doubtful', async ms => {
  const { clock, show } = clockThatSaw(() => 0)
  const began = performance.now()
  expect(clock.mayBeSetSince(began)).toBe(false)
  show(30, () => ms)
  expect([clock.mayBeSetSince(began), clock.mayBeSetSince(performance.now() + 1)]).toEqual([true, false])
  const apartMs = clock.apartMs()
  show(30)
  expect([clock.mayBeSetSince(performance.now() + 1), clock.apartMs()]).toEqual([false, apartMs])
})

test('a cached response does not count as another clock', () => {
  expect(clockThatSaw(at => (at % 2) * -2_500, 'GET').clock.apartMs()).toBe(0)
})
