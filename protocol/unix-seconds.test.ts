import { afterEach, expect, test, vi } from 'vitest'
import { unixSeconds } from './unix-seconds.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('the current time in whole seconds, rounded down', () => {
  vi.useFakeTimers({ now: 1_700_000_000_999 })
  expect(unixSeconds()).toBe(1_700_000_000)
})
