import type { CDPSession } from 'playwright-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Blocked } from '../../../harness/outcome.ts'
import { answered, Busy, bounded, Stuck } from './protocol.ts'

/** A page that answers no command, and whose thread uses a fraction of the time. */
const silentPage = (part: number): CDPSession => {
  const since = performance.now()
  const send = async () => ({ metrics: [{ name: 'ThreadTime', value: (part * (performance.now() - since)) / 1_000 }] })
  return { send } as unknown as CDPSession
}

const never = new Promise<never>(() => undefined)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Returns the seconds after which an unresponsive page counts as busy. */
const secondsUntilBusy = async (part: number): Promise<number> => {
  const since = performance.now()
  const end = answered(silentPage(part), never).catch((error: unknown) => error)
  let seconds: number | undefined
  void end.then(() => {
    seconds = (performance.now() - since) / 1_000
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await end).toBeInstanceOf(Busy)
  return seconds ?? Number.POSITIVE_INFINITY
}

test('a page that works all the time is noticed after a few seconds', async () => {
  expect(await secondsUntilBusy(1)).toBeLessThan(6)
})

test('a page that gets little CPU time gets more time', async () => {
  expect(await secondsUntilBusy(0.25)).toBeGreaterThan(16)
})

test('a page that neither works nor answers is finally given up', async () => {
  expect(await secondsUntilBusy(0)).toBeCloseTo(30, 0)
})

test('a command that is answered ends the probes', async () => {
  expect(await answered(silentPage(1), Promise.resolve('here'))).toBe('here')
  expect(vi.getTimerCount()).toBe(0)
})

test('a closed page counts as unresponsive, but a browser that closes at its start does not', async () => {
  const closed = 'Target page, context or browser has been closed'
  await expect(bounded(Promise.reject(new Error(closed)))).rejects.toThrow(Stuck)
  await expect(bounded(Promise.reject(new Blocked(closed)))).rejects.toThrow(Blocked)
})
