/** Counts down while the person does nothing. */
export type IdleClock = {
  /** Milliseconds until it is over. */
  readonly leftMs: number
  /** The person did something: begins again. */
  renew(): void
  stop(): void
}

/** Starts a clock that calls `expire` whenever the person has done nothing for that long. */
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
