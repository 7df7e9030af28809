/** The time limit of one check. The time that it waits for its turn does not count. */
export type CheckLimit = {
  /** Aborts when the time is over or the run is interrupted. */
  readonly signal: AbortSignal
  /** Stops the clock while some work runs. */
  excuse<T>(work: Promise<T>): Promise<T>
  /** Ends the limit. */
  end(): void
}

/** Starts the time limit of a check, `ms` milliseconds; `interruption` aborts it, too. */
export const startLimit = (ms: number, interruption?: AbortSignal): CheckLimit => {
  const controller = new AbortController()
  let left = ms
  let since = performance.now()
  let excused = 0
  let timer = setTimeout(() => expire(), left)
  const expire = () => controller.abort(new DOMException('The check ran out of time.', 'TimeoutError'))
  const interrupt = () => controller.abort(interruption?.reason)
  if (interruption?.aborted) interrupt()
  interruption?.addEventListener('abort', interrupt)

  const stop = () => {
    clearTimeout(timer)
    left -= performance.now() - since
  }
  const resume = () => {
    since = performance.now()
    if (!controller.signal.aborted) timer = setTimeout(expire, Math.max(0, left))
  }
  return {
    signal: controller.signal,
    excuse: async work => {
      if (excused === 0) stop()
      excused += 1
      try {
        return await work
      } finally {
        excused -= 1
        if (excused === 0) resume()
      }
    },
    end: () => {
      clearTimeout(timer)
      interruption?.removeEventListener('abort', interrupt)
    },
  }
}
