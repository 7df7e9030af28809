type Timer = { at: number; run: () => void }

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setImmediate(resolve))
}

/** A clock that stops until it is moved, and timers that follow it. */
export const virtualTime = (start: number) => {
  let now = start
  const timers = new Set<Timer>()
  const next = (until: number): Timer | undefined =>
    [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
  return {
    now: () => now,
    pending: () => timers.size,
    after: (ms: number, run: () => void) => {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    /** Advances by `ms`; each timer runs at its own time, with everything that follows from it. */
    advance: async (ms: number): Promise<void> => {
      const until = now + ms
      await settle()
      for (let timer = next(until); timer !== undefined; timer = next(until)) {
        timers.delete(timer)
        now = Math.max(now, timer.at)
        timer.run()
        await settle()
      }
      now = until
    },
  }
}
