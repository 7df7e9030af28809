import { activity } from '../activity.ts'
import type { Actors } from '../actors/actors.ts'
import type { RecordedRequest, RequestFilter } from '../counterpart.ts'
import type { CheckRun } from './check-run.ts'

/**
 * Waits for requests that the target sends in its own time. None of them costs the check time. What arrived before the check began is
 * not looked at.
 */
export type Waiting = {
  /**
   * Waits for requests that have to come, and returns them as soon as there are `count` (1 by default). If none came
   * within the patience for a notification, looks once more when all other checks have ended; if the wait was a short one, as
   * long again.
   */
  awaitRequests(filter: RequestFilter, count?: number): Promise<RecordedRequest[]>
  /** Returns the matching requests as soon as there are `count` (1 by default), or those that came within `ms`. */
  requestsWithin(ms: number, filter: RequestFilter, count?: number): Promise<RecordedRequest[]>
  /** Returns the matching requests that have come so far. */
  requestsSoFar(filter: RequestFilter): RecordedRequest[]
}

type Dependencies = { actors: Actors; checkRun: CheckRun }

/** Milliseconds after which no run still waits. */
const longestRunMs = 24 * 3_600_000

/** Returns the waits of a check. Its requests are those that come from now on. */
export const createWaiting = ({ actors, checkRun }: Dependencies): Waiting => {
  const { signal, idle, restOfRun } = checkRun
  // A long run has many thousands of requests, and most checks look for their own many times.
  const earlier = actors.run.counterpart?.journal.count ?? 0
  // A check that has seen one missing waits no minute for each value that it tries after that.
  let hasWaitedInVain = false
  const requestsWithin: Waiting['requestsWithin'] = async (ms, filter, count = 1) => {
    const since = performance.now()
    const found = await idle(
      activity.during(actors.journal.wait(filter, { count, timeoutMs: ms, signal, since: earlier })),
    )
    const first = found.find(({ kind }) => kind === 'notification')
    if (first) actors.run.patience.came(Math.max(0, first.at - since))
    return found
  }
  /** Learns from a notification that comes after it was given up. */
  const learnFromLate = (filter: RequestFilter, since: number): void => {
    const late = actors.journal.wait(filter, { timeoutMs: longestRunMs, signal, since: earlier })
    late.then(([first]) => first && actors.run.patience.came(first.at - since)).catch(() => {})
  }
  return {
    requestsWithin,
    requestsSoFar: filter => actors.journal.find(filter, earlier),
    awaitRequests: async (filter, count) => {
      const { patience } = actors.run
      const since = performance.now()
      const ms = hasWaitedInVain ? patience.usualMs : patience.notificationMs
      const found = await requestsWithin(ms, filter, count)
      if (found.length > 0) return found
      patience.missed(ms)
      hasWaitedInVain = true
      if (ms === patience.mostMs) learnFromLate(filter, since)
      await restOfRun()
      // A short wait was enough for the others: what is on its way gets as long again, and at the end nobody waits for it.
      return requestsWithin(Math.min(patience.usualMs, patience.mostMs - ms), filter, count)
    },
  }
}
