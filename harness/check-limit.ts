import { startWorkingTimer, type WorkingTimer } from './working-time.ts'

/** The time limit of one check. Time spent waiting for its turn does not count. */
export type CheckLimit = {
  /** Aborts when the time is up or the run is interrupted. */
  readonly signal: AbortSignal
  /** Milliseconds that did not count because this process could not run. */
  readonly lostMs: number
  /** Stops the clock while work runs. */
  excuse<T>(work: Promise<T>): Promise<T>
  /** Ends the limit. */
  end(): void
}

/** Milliseconds between two checks of the limit. */
const lookMs = 1_000

/**
 * Starts the time limit of a check; `interruption` also aborts it. `limitMs` is called again when the time may be up, so that a target that
 * becomes slower gets more time.
 */
export const startLimit = (limitMs: () => number, interruption?: AbortSignal): CheckLimit => {
  const controller = new AbortController()
  const interrupt = () => controller.abort(interruption?.reason)
  if (interruption?.aborted) interrupt()
  interruption?.addEventListener('abort', interrupt)
  const clock = startClock(limitMs, () =>
    controller.abort(new DOMException('The check ran out of time.', 'TimeoutError')),
  )
  let excused = 0
  return {
    signal: controller.signal,
    get lostMs() {
      return clock.lostMs
    },
    excuse: async work => {
      if (excused === 0) clock.pause()
      excused += 1
      try {
        return await work
      } finally {
        excused -= 1
        if (excused === 0) clock.resume()
      }
    },
    end: () => {
      clock.end()
      interruption?.removeEventListener('abort', interrupt)
    },
  }
}

/** Counts working time, except pauses, and calls `expire` when the limit is used up. */
const startClock = (limitMs: () => number, expire: () => void) => {
  let usedMs = 0
  let lostMs = 0
  let hasEnded = false
  let since = 0
  let timer: WorkingTimer | undefined
  const resume = () => {
    if (hasEnded) return
    since = performance.now()
    timer = startWorkingTimer(Math.max(0, Math.min(lookMs, limitMs() - usedMs)), look)
  }
  const pause = () => {
    if (timer === undefined) return
    timer.stop()
    lostMs += timer.lostMs
    usedMs += Math.max(0, performance.now() - since - timer.lostMs)
    timer = undefined
  }
  const end = () => {
    hasEnded = true
    pause()
  }
  const look = () => {
    pause()
    if (usedMs < limitMs()) return resume()
    hasEnded = true
    expire()
  }
  resume()
  return {
    pause,
    resume,
    end,
    get lostMs() {
      return lostMs
    },
  }
}
