/** Counts down while the person is inactive. */
export type IdleClock = {
  /** Milliseconds left. */
  readonly leftMs: number
  /** Restarts the countdown, since the person did something. */
  renew(): void
  stop(): void
}

/** Starts a clock that calls `expire` whenever the person has been inactive for `ms` milliseconds. */
export const startIdleClock = (ms: number, expire: () => void): IdleClock => {
  let until = performance.now() + ms
  let timer: NodeJS.Timeout | undefined
  const leftMs = () => Math.max(0, until - performance.now())
  const renew = () => {
    until = performance.now() + ms
    clearTimeout(timer)
    timer = setTimeout(expire, ms)
    timer.unref()
  }
  renew()
  return {
    get leftMs() {
      return leftMs()
    },
    renew,
    stop: () => clearTimeout(timer),
  }
}
