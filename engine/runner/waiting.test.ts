import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWaiting, reportsAfterMs } from './waiting.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('running checks are reported only while none begins or ends', () => {
  const report = vi.fn()
  const waiting = createWaiting(report)
  waiting.began('a')
  vi.advanceTimersByTime(reportsAfterMs - 1)
  waiting.began('b')
  waiting.began('c')
  vi.advanceTimersByTime(reportsAfterMs - 1)
  expect(report).not.toHaveBeenCalled()
  waiting.ended('b')
  vi.advanceTimersByTime(reportsAfterMs * 2)
  expect(report.mock.calls).toEqual([[['a', 'c']], [['a', 'c']]])
  waiting.ended('a')
  waiting.ended('c')
  vi.advanceTimersByTime(reportsAfterMs * 2)
  expect(report).toHaveBeenCalledTimes(2)
})
