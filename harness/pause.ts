import { setImmediate, setTimeout } from 'node:timers/promises'
import { activity } from './activity.ts'

/**
 * Resolves after `ms` milliseconds, or as soon as the signal aborts. Use it for rates and deadlines, never instead of waiting for an
 * event.
 */
export const pause = async (ms: number, signal?: AbortSignal): Promise<void> => {
  if (ms <= 0) return
  // A polling loop whose pauses return immediately would block the event loop.
  if (signal?.aborted) return setImmediate()
  await activity.during(setTimeout(ms, undefined, { signal }).catch(() => undefined))
}

/** Waits for work for at most `ms` milliseconds. Returns whether it settled by then. */
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
