import { activity } from '../activity.ts'
import type { Actors } from '../actors/actors.ts'
import type { RecordedRequest, RequestFilter } from '../counterpart.ts'
import type { CheckRun } from './check-run.ts'

/**
 * Waits for requests that the target sends at a time of its choosing, without using up the check's time. Requests from before the check are
 * ignored.
 */
export type Waiting = {
  /**
   * Waits for required requests, and returns them as soon as there are `count` (1 by default). If none arrives in time, checks again when
   * all other checks have ended; if the wait was a short one, waits again for as long.
   */
  awaitRequests(filter: RequestFilter, count?: number): Promise<RecordedRequest[]>
  /** Returns the matching requests as soon as there are `count` (1 by default), or those that arrived within `ms`. */
  requestsWithin(ms: number, filter: RequestFilter, count?: number): Promise<RecordedRequest[]>
  /** Returns the matching requests so far. */
  requestsSoFar(filter: RequestFilter): RecordedRequest[]
}

type Dependencies = { actors: Actors; checkRun: CheckRun }

/** Longer than any run lasts, in milliseconds. */
const longestRunMs = 24 * 3_600_000

/** Creates the waits of a check, which see only requests from now on. */
export const createWaiting = ({ actors, checkRun }: Dependencies): Waiting => {
  const { signal, idle, restOfRun } = checkRun
  // A long run has many thousands of requests, and most checks search through them often.
  const earlier = actors.run.counterpart?.journal.count ?? 0
  // After one missing notification, a check no longer waits the full time for each further value.
  let hasMissedOne = false
  const requestsWithin: Waiting['requestsWithin'] = async (ms, filter, count = 1) => {
    const since = performance.now()
    const found = await idle(
      activity.during(actors.journal.wait(filter, { count, timeoutMs: ms, signal, since: earlier })),
    )
    const first = found.find(({ kind }) => kind === 'notification')
    if (first) actors.run.patience.came(Math.max(0, first.at - since))
    return found
  }
  /** Learns from a notification that arrived after the wait for it had ended. */
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
      const ms = hasMissedOne ? patience.usualMs : patience.notificationMs
      const found = await requestsWithin(ms, filter, count)
      if (found.length > 0) return found
      patience.missed(ms)
      hasMissedOne = true
      if (ms === patience.mostMs) learnFromLate(filter, since)
      await restOfRun()
      // A short wait was enough for other notifications; a late one gets the same time again at the end, when no other check is delayed by
      // it.
      return requestsWithin(Math.min(patience.usualMs, patience.mostMs - ms), filter, count)
    },
  }
}
