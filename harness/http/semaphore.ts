/** At most `size` holders at once, first come first served; a pace of at most `perSecond` starts. */
export type Semaphore = { take(): Promise<() => void> }

/** Slots for concurrent work. `perSecond` undefined: no pace. */
export const createSemaphore = (size: number, perSecond?: number): Semaphore => {
  const waiting: (() => void)[] = []
  let free = size
  let nextStart = 0
  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  const once = () => {
    let held = true
    return () => {
      if (held) release()
      held = false
    }
  }
  const pace = async () => {
    if (perSecond === undefined) return
    const start = Math.max(performance.now(), nextStart)
    nextStart = start + 1000 / perSecond
    await pause(start - performance.now())
  }
  return {
    take: async () => {
      if (free > 0) free -= 1
      else await new Promise<void>(resolve => waiting.push(resolve))
      await pace()
      return once()
    },
  }
}

/** Resolves after `ms`, or at once when the signal is aborted. For paces and deadlines, never to wait for an event. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (ms <= 0 || signal?.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done)
  })
