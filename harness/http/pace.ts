import { pause } from '../pause.ts'
import { createRequestQueue } from './request-queue.ts'

/** The pace of requests: limited by concurrency, by an optional rate, and by what the target accepts. */
export type Pace = {
  /** Waits until a request may start. Returns a function to call when it has ended. */
  start(): Promise<() => void>
  /** Slows down after a throttled request; `retryAfterMs`: the pause that the target asks for. */
  slowDown(retryAfterMs?: number): void
  /** Whether the target said a moment ago that it has too much to do. */
  isBusy(): boolean
}

const pauseMs = { first: 250, most: 4_000 }

/** How long, in milliseconds, a sign that the target is busy counts. */
const busyMs = 30_000

/** After so many requests in a row without throttling, the gap between two shrinks by a tenth. */
const recovery = 40

/** Creates the pace of a run. */
export const createPace = (concurrency: number, maxRps?: number): Pace => {
  const queue = createRequestQueue(concurrency, maxRps)
  let gapMs = 0
  let opensAt = 0
  let nextStart = 0
  let backoffMs = pauseMs.first
  let inARow = 0
  let busyUntil = 0

  const turn = async (): Promise<void> => {
    for (;;) {
      const now = performance.now()
      const at = Math.max(opensAt, nextStart)
      if (at <= now) break
      await pause(at - now)
    }
    nextStart = performance.now() + gapMs
    inARow += 1
    if (inARow % recovery === 0) {
      gapMs = gapMs < 2 ? 0 : gapMs * 0.9
      backoffMs = pauseMs.first
    }
  }

  return {
    start: () =>
      new Promise(started => {
        void queue.add(() => new Promise<void>(finish => void turn().then(() => started(finish))))
      }),
    slowDown: retryAfterMs => {
      const now = performance.now()
      inARow = 0
      // Requests that were sent together are throttled together: they slow the run down only once.
      const isFirst = now >= opensAt
      busyUntil = now + busyMs
      if (retryAfterMs !== undefined) {
        opensAt = Math.max(opensAt, now + retryAfterMs)
        return
      }
      if (!isFirst) return
      gapMs = Math.min(1_000, Math.max(10, gapMs * 1.6))
      opensAt = now + backoffMs
      backoffMs = Math.min(pauseMs.most, backoffMs * 2)
    },
    isBusy: () => performance.now() < busyUntil,
  }
}
