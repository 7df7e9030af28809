import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pauseOfWork, startWorkingTimer, withinWorkingTime } from './working-time.ts'

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

test('time in which the process could not run does not count', () => {
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

test('short interruptions add up', () => {
  const timer = startWorkingTimer(1_000, vi.fn())
  for (let stop = 0; stop < 20; stop++) {
    stalledMs += 90
    vi.advanceTimersByTime(20)
  }
  expect(timer.lostMs).toBeGreaterThan(1_000)
})

test('a stopped timer does not expire', () => {
  const expire = vi.fn<() => void>()
  startWorkingTimer(1_000, expire).stop()
  vi.advanceTimersByTime(5_000)
  expect(expire).not.toHaveBeenCalled()
})

/** Work that ends when its signal aborts it. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('work that takes too long is aborted as by AbortSignal.timeout()', async () => {
  const work = withinWorkingTime(1_000, untilAborted)
  const failure = expect(work).rejects.toMatchObject({ name: 'TimeoutError' })
  await vi.advanceTimersByTimeAsync(1_000)
  await failure
})

test('work that ends in time returns its result, and leaves no timer', async () => {
  await expect(withinWorkingTime(1_000, () => Promise.resolve(7))).resolves.toBe(7)
  expect(vi.getTimerCount()).toBe(0)
})

test('a pause lasts its milliseconds of working time, and ends when its signal aborts', async () => {
  const over = vi.fn<() => void>()
  const waiting = pauseOfWork(400, new AbortController().signal).then(over)
  stalledMs = 8_000
  await vi.advanceTimersByTimeAsync(300)
  expect(over).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  await waiting
  const stop = new AbortController()
  const stopped = pauseOfWork(60_000, stop.signal)
  stop.abort()
  await stopped
  expect(vi.getTimerCount()).toBe(0)
})
