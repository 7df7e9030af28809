import type { Actors } from '../actors/actors.ts'
import type { RecordedRequest, RequestFilter } from '../counterpart.ts'
import type { CheckRun } from './check-run.ts'

/** Waits for requests that the target sends in its own time. None of them costs the check time. */
export type Waiting = {
  /**
   * Waits for requests that have to come, and returns them as soon as there are `count` (1 by default). If none came
   * within the patience for a notification, looks once more when all other checks have ended.
   */
  awaitRequests(filter: RequestFilter, count?: number): Promise<RecordedRequest[]>
  /** Returns the matching requests as soon as there are `count` (1 by default), or those that came within `ms`. */
  requestsWithin(ms: number, filter: RequestFilter, count?: number): Promise<RecordedRequest[]>
}

type Dependencies = { actors: Actors; checkRun: CheckRun }

export const createWaiting = ({ actors, checkRun }: Dependencies): Waiting => {
  const { signal, idle, restOfRun } = checkRun
  const requestsWithin: Waiting['requestsWithin'] = async (ms, filter, count = 1) => {
    const since = performance.now()
    const found = await idle(actors.journal.wait(filter, { count, timeoutMs: ms, signal }))
    const first = found.find(({ kind }) => kind === 'notification')
    if (first) actors.run.patience.came(Math.max(0, first.at - since))
    return found
  }
  return {
    requestsWithin,
    awaitRequests: async (filter, count) => {
      const { patience } = actors.run
      const found = await requestsWithin(patience.notificationMs, filter, count)
      if (found.length > 0) return found
      patience.missed()
      await restOfRun()
      return actors.journal.find(filter)
    },
  }
}
