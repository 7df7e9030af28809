import { setImmediate } from 'node:timers/promises'
import { activity } from './activity.ts'

/** A timer that counts only the time in which this process could run. */
export type WorkingTimer = {
  /** Milliseconds that did not count: the process was busy, or the machine ran other processes. */
  readonly lostMs: number
  stop(): void
}

/** Milliseconds between ticks: most interruptions of a tenth of a second are detected. */
const tickMs = 20

/** How many milliseconds late a tick may be before the delay counts as lost. */
const toleranceMs = 20

/**
 * Calls `expire` once, after `ms` milliseconds of working time. The delay of a late tick does not count: the other side may have been in
 * time without this process noticing.
 */
export const startWorkingTimer = (ms: number, expire: () => void): WorkingTimer => {
  let left = ms
  let lostMs = 0
  let timer: NodeJS.Timeout
  const next = () => {
    const planned = Math.min(tickMs, Math.max(0, left))
    const since = performance.now()
    timer = setTimeout(() => {
      const elapsed = performance.now() - since
      const counted = Math.min(elapsed, planned + toleranceMs)
      lostMs += elapsed - counted
      left -= counted
      if (left > 0) next()
      else expire()
    }, planned)
  }
  next()
  return {
    get lostMs() {
      return lostMs
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * Resolves after `ms` milliseconds of working time, or as soon as the signal aborts. Use it to give a target time to act: while the machine
 * was suspended, the target did nothing either.
 */
export const pauseOfWork = async (ms: number, signal: AbortSignal): Promise<void> => {
  if (ms <= 0) return
  if (signal.aborted) return setImmediate()
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = startWorkingTimer(ms, resolve)
  const stop = () => resolve()
  signal.addEventListener('abort', stop)
  await activity.during(promise)
  timer.stop()
  signal.removeEventListener('abort', stop)
}

/**
 * Runs `work` with a signal that aborts after `ms` milliseconds of working time with a TimeoutError, like `AbortSignal.timeout()`.
 */
export const withinWorkingTime = async <T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController()
  const timer = startWorkingTimer(ms, () => controller.abort(new DOMException('out of time', 'TimeoutError')))
  try {
    return await work(controller.signal)
  } finally {
    timer.stop()
  }
}
