import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startLimit } from './check-limit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('a check ends when its time is up', () => {
  const limit = startLimit(() => 1_000)
  vi.advanceTimersByTime(999)
  expect(limit.signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(limit.signal.aborted).toBe(true)
})

test('the time spent waiting for a turn does not count', async () => {
  const limit = startLimit(() => 1_000)
  vi.advanceTimersByTime(900)
  const { promise: turn, resolve } = Promise.withResolvers<void>()
  const waiting = limit.excuse(turn)
  vi.advanceTimersByTime(60_000)
  expect(limit.signal.aborted).toBe(false)
  resolve()
  await waiting
  vi.advanceTimersByTime(99)
  expect(limit.signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(limit.signal.aborted).toBe(true)
})

test('two overlapping waits count as one, until the later one ends', async () => {
  const limit = startLimit(() => 1_000)
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const waits = [limit.excuse(first.promise), limit.excuse(second.promise)]
  first.resolve()
  await waits[0]
  vi.advanceTimersByTime(5_000)
  expect(limit.signal.aborted).toBe(false)
  second.resolve()
  await waits[1]
  vi.advanceTimersByTime(1_000)
  expect(limit.signal.aborted).toBe(true)
})

test('an interruption of the run ends it immediately, with its reason', () => {
  const interruption = new AbortController()
  const limit = startLimit(() => 1_000, interruption.signal)
  interruption.abort(new Error('Ctrl-C'))
  expect(limit.signal.reason).toMatchObject({ message: 'Ctrl-C' })
})

test('a target that becomes slower gets more time', () => {
  let limitMs = 1_000
  const limit = startLimit(() => limitMs)
  vi.advanceTimersByTime(900)
  limitMs = 5_000
  vi.advanceTimersByTime(4_000)
  expect(limit.signal.aborted).toBe(false)
  vi.advanceTimersByTime(1_000)
  expect(limit.signal.aborted).toBe(true)
})

test('work that outlives its check leaves no timer behind', async () => {
  const limit = startLimit(() => 1_000)
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = limit.excuse(promise)
  limit.end()
  resolve()
  await waiting
  expect(vi.getTimerCount()).toBe(0)
})
