import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { creditDelayOf, knownCreditDelay } from './credit-delay.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/**
 * An account that is credited some milliseconds after the response, at a target where each attempt to spend takes 100 ms, or the durations
 * in `looks`.
 */
const accountWith = (delayMs: number, looks: number[] = []) => {
  let filledAt = Number.POSITIVE_INFINITY
  return {
    fill: async () => {
      filledAt = performance.now()
      return true
    },
    spend: async () => {
      vi.advanceTimersByTime(looks.shift() ?? 100)
      return performance.now() >= filledAt + delayMs
    },
    latencyMs: 100,
    signal: new AbortController().signal,
  }
}

test('a target that credits immediately has no delay', async () => {
  expect(await creditDelayOf({}, accountWith(0))).toBe(0)
})

test('a delay is measured once per run, with a margin', async () => {
  const run = {}
  expect(knownCreditDelay(run)).toBeUndefined()
  expect(await creditDelayOf(run, accountWith(400))).toBe(800)
  expect(await creditDelayOf(run, accountWith(0))).toBe(800)
  expect(await knownCreditDelay(run)).toBe(800)
})

test('a delay is measured even if the first attempts are so slow that the money has arrived', async () => {
  expect(await creditDelayOf({}, accountWith(400, [900, 500]))).toBe(800)
})

test('the fastest attempt counts as the delay if all are slow', async () => {
  expect(await creditDelayOf({}, accountWith(400, [900, 700, 800, 900, 900]))).toBe(600)
})

test('money that never arrives, or a target that moves none, counts as no delay', async () => {
  expect(await creditDelayOf({}, accountWith(60_000))).toBe(0)
  expect(await creditDelayOf({}, { ...accountWith(400), fill: async () => false })).toBe(0)
})
