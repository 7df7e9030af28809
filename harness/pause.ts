import { setTimeout } from 'node:timers/promises'

/**
 * Resolves after `ms` milliseconds, or as soon as the signal aborts. Use it for rates and deadlines, never in place of
 * an event to wait for.
 */
export const pause = async (ms: number, signal?: AbortSignal): Promise<void> => {
  if (ms <= 0 || signal?.aborted) return
  await setTimeout(ms, undefined, { signal }).catch(() => undefined)
}
