import { expect, test } from 'vitest'
import type { Actors } from '../actors/actors.ts'
import type { RecordedRequest } from '../counterpart.ts'
import { createPatience } from '../notification-patience.ts'
import type { CheckRun } from './check-run.ts'
import { createWaiting } from './waiting.ts'

const notification = (at: number) => ({ kind: 'notification', at }) as RecordedRequest

/** Waits in a run whose journal returns `inTime` during the wait, and `late` when all other checks have ended. */
const waitingFor = (inTime: RecordedRequest[], late: RecordedRequest[] = []) => {
  const patience = createPatience(60_000)
  const waited: number[] = []
  const journal = {
    wait: async (_: unknown, { timeoutMs }: { timeoutMs: number }) => {
      if (timeoutMs > 60_000) return isLateKnown ? late : []
      waited.push(timeoutMs)
      return isAtEnd ? late : inTime
    },
  }
  let isAtEnd = false
  const isLateKnown = late.length > 0
  const checkRun = {
    signal: new AbortController().signal,
    idle: async (work: Promise<unknown>) => work,
    restOfRun: async () => {
      isAtEnd = true
    },
  } as unknown as CheckRun
  const waiting = createWaiting({ actors: { journal, run: { patience } } as unknown as Actors, checkRun })
  return { waiting, waited, patience, isAtEnd: () => isAtEnd }
}

test('a request that arrives in time is returned immediately, and its time is learned', async () => {
  const { waiting, waited, patience, isAtEnd } = waitingFor([notification(performance.now() + 2_000)])
  expect(await waiting.awaitRequests(() => true)).toHaveLength(1)
  expect([waited, isAtEnd()]).toEqual([[60_000], false])
  expect(patience.usualMs).toBeGreaterThan(5_000)
})

test('a request that arrives later is found at the end of the run, and counts as slow', async () => {
  const late = notification(performance.now() + 70_000)
  const { waiting, isAtEnd, patience } = waitingFor([], [late])
  patience.missed(60_000)
  patience.missed(60_000)
  expect(await waiting.awaitRequests(() => true)).toEqual([late])
  expect([isAtEnd(), patience.notificationMs]).toEqual([true, 60_000])
})

test('a check waits the whole time once without success, and then as long as usual, twice', async () => {
  const { waiting, waited, patience } = waitingFor([])
  patience.came(2_000)
  for (let count = 0; count < 2; count++) expect(await waiting.awaitRequests(() => true)).toEqual([])
  expect(waited).toEqual([60_000, 0, 6_000, 6_000])
})

test('a limited wait does not wait for the end', async () => {
  const { waiting, waited, isAtEnd } = waitingFor([])
  expect(await waiting.requestsWithin(500, () => true)).toEqual([])
  expect([waited, isAtEnd()]).toEqual([[500], false])
})
