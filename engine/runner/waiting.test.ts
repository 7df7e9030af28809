import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWaiting, tellsAfterMs } from './waiting.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what runs is told while nothing begins or ends, and no longer', () => {
  const tell = vi.fn()
  const waiting = createWaiting(tell)
  waiting.began('a')
  vi.advanceTimersByTime(tellsAfterMs - 1)
  waiting.began('b')
  waiting.began('c')
  vi.advanceTimersByTime(tellsAfterMs - 1)
  expect(tell).not.toHaveBeenCalled()
  waiting.ended('b')
  vi.advanceTimersByTime(tellsAfterMs * 2)
  expect(tell.mock.calls).toEqual([[['a', 'c']], [['a', 'c']]])
  waiting.ended('a')
  waiting.ended('c')
  vi.advanceTimersByTime(tellsAfterMs * 2)
  expect(tell).toHaveBeenCalledTimes(2)
})
