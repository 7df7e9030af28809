import { activity } from '../activity.ts'

/** The pace of requests, which is limited by concurrency, by an optional rate, and by the rate that the target accepts. */
export type Pace = {
  /**
   * Waits until a request may start: first come, first served, after those with precedence unless there is a rate. Returns a function to
   * call when the request has ended. A waiting request whose signal aborts resolves immediately, without using a turn.
   */
  start(signal?: AbortSignal, goesFirst?: boolean): Promise<() => void>
  /** Starts a request now if it need not queue. Returns the function to call when it has ended; `undefined` if it must queue. */
  startNow(signal: AbortSignal): (() => void) | undefined
  /** Slows down after a throttled request; `retryAfterMs`: the pause that the target asks for. */
  slowDown(retryAfterMs?: number): void
  /** Whether the target recently reported that it is overloaded. */
  isBusy(): boolean
}

const pauseMs = { first: 250, most: 4_000 }

/** How long the target counts as busy after a throttled request, in milliseconds. */
const busyMs = 30_000

/**
 * After this many consecutive requests without throttling, the gap between two shrinks by a fifth: often enough that one stray refusal in
 * forty does not make it grow indefinitely.
 */
const recovery = 10

/** Creates the pace of a run: at most `concurrency` requests at a time, and `maxRps` starts a second, evenly spaced. */
export const createPace = (concurrency: number, maxRps?: number): Pace => {
  const throttle = createThrottle(maxRps === undefined ? 0 : 1_000 / maxRps)
  const line = createLine()
  let running = 0
  let timer: NodeJS.Timeout | undefined

  const next = (): void => {
    if (timer !== undefined || running >= concurrency || line.isEmpty()) return
    const pause = throttle.pause()
    if (pause > 0) {
      timer = after(pause, () => {
        timer = undefined
        next()
      })
      return
    }
    running += 1
    throttle.started()
    line.next()?.()
    next()
  }
  const finished = (): void => {
    running -= 1
    next()
  }
  return {
    start: (signal, goesFirst = false) =>
      new Promise(resolve => {
        if (signal?.aborted) return resolve(() => undefined)
        const begin = () => {
          signal?.removeEventListener('abort', leave)
          resolve(finished)
        }
        const leave = () => {
          line.remove(begin)
          resolve(() => undefined)
        }
        signal?.addEventListener('abort', leave, { once: true })
        // With a rate, no check takes precedence: each gets its share.
        line.add(begin, goesFirst && maxRps === undefined)
        next()
      }),
    startNow: signal => {
      const isFree = timer === undefined && running < concurrency && line.isEmpty()
      if (!isFree || signal.aborted || throttle.pause() > 0) return undefined
      running += 1
      throttle.started()
      return finished
    },
    slowDown: throttle.slowDown,
    isBusy: throttle.isBusy,
  }
}

/** Calls `then` after `ms` milliseconds, which counts as activity of the run. */
const after = (ms: number, then: () => void): NodeJS.Timeout => {
  const over = activity.begin()
  return setTimeout(() => {
    over()
    then()
  }, ms)
}

/** The queue for turns: requests with precedence, then the others. */
const createLine = () => {
  const first: (() => void)[] = []
  const others: (() => void)[] = []
  return {
    isEmpty: () => first.length + others.length === 0,
    add: (begin: () => void, goesFirst: boolean) => void (goesFirst ? first : others).push(begin),
    next: () => first.shift() ?? others.shift(),
    remove: (begin: () => void) => {
      for (const part of [first, others]) if (part.includes(begin)) part.splice(part.indexOf(begin), 1)
    },
  }
}

/** Computes how long the next request must wait; `leastGapMs`: minimum milliseconds between two starts. */
const createThrottle = (leastGapMs: number) => {
  let gapMs = 0
  let opensAt = 0
  let nextStart = 0
  let backoffMs = pauseMs.first
  let inARow = 0
  let busyUntil = 0
  return {
    pause: () => Math.max(opensAt, nextStart) - performance.now(),
    started: () => {
      nextStart = performance.now() + Math.max(gapMs, leastGapMs)
      inARow += 1
      if (inARow % recovery > 0) return
      gapMs = gapMs < 2 ? 0 : gapMs * 0.8
      backoffMs = pauseMs.first
    },
    slowDown: (retryAfterMs?: number) => {
      const now = performance.now()
      inARow = 0
      // Requests that were sent together are throttled together, which slows the run down only once.
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
