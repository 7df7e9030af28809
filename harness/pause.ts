import { setImmediate, setTimeout } from 'node:timers/promises'
import { activity } from './activity.ts'

/**
 * Resolves after `ms` milliseconds, or as soon as the signal aborts. Use it for rates and deadlines, never instead of
 * an event to wait for.
 */
export const pause = async (ms: number, signal?: AbortSignal): Promise<void> => {
  if (ms <= 0) return
  // A loop that looks again after each pause would let nothing else of the process run.
  if (signal?.aborted) return setImmediate()
  await activity.during(setTimeout(ms, undefined, { signal }).catch(() => undefined))
}

/** Waits for work, and no longer than `ms` milliseconds. Returns whether it has ended by then; how it ended does not count. */
export const endsWithin = async (ms: number, work: Promise<unknown>): Promise<boolean> => {
  const over = new AbortController()
  const ended = work.then(
    () => true,
    () => true,
  )
  try {
    return await Promise.race([ended, pause(ms, over.signal).then(() => false)])
  } finally {
    over.abort()
  }
}
