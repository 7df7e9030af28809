import { afterEach, expect, test, vi } from 'vitest'
import { clockSetByMs, nowMs, present } from './time.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('the time starts at the clock of the machine', () => {
  expect(Math.abs(nowMs() - Date.now())).toBeLessThan(60_000)
  expect(present().getTime()).toBeGreaterThanOrEqual(Math.floor(performance.timeOrigin))
})

test.each([3_600_000, -3_600_000])('the time is unaffected when the clock of the machine is set by %i ms', by => {
  const before = nowMs()
  const wall = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => wall + by)
  const passed = nowMs() - before
  expect(passed).toBeGreaterThanOrEqual(0)
  expect(passed).toBeLessThan(60_000)
  expect(Math.abs(clockSetByMs() - by)).toBeLessThan(60_000)
})
