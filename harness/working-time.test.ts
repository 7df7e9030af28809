import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startWorkingTimer } from './working-time.ts'

let stalledMs = 0

beforeEach(() => {
  stalledMs = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const { performance } = globalThis
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + stalledMs)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('it expires once, when the time is over', () => {
  const expire = vi.fn<() => void>()
  startWorkingTimer(1_000, expire)
  vi.advanceTimersByTime(999)
  expect(expire).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5_000)
  expect(expire).toHaveBeenCalledTimes(1)
})

test('time in which the process could not work does not count', () => {
  const expire = vi.fn<() => void>()
  const timer = startWorkingTimer(1_000, expire)
  vi.advanceTimersByTime(100)
  stalledMs = 60_000
  vi.advanceTimersByTime(600)
  expect(expire).not.toHaveBeenCalled()
  expect(timer.lostMs).toBeGreaterThan(59_000)
  vi.advanceTimersByTime(400)
  expect(expire).toHaveBeenCalledTimes(1)
})

test('a stopped timer does not expire', () => {
  const expire = vi.fn<() => void>()
  startWorkingTimer(1_000, expire).stop()
  vi.advanceTimersByTime(5_000)
  expect(expire).not.toHaveBeenCalled()
})
