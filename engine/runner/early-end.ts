/** Ends a run before all checks have run: on a signal, on an error of the machine, or on an uncaught error. */
export type EarlyEnd = {
  /** Aborts when the run must end early. */
  signal: AbortSignal
  /** Ends the run early because the machine has run out of something. */
  endEarly(error: unknown): void
  /** The error that ended the run early, if one did. */
  trouble(): unknown
  /** Rejects with an uncaught error. */
  uncaught: Promise<never>
  close(): void
}

/** Listens for reasons to end a run early until `close` is called. */
export const watchEarlyEnd = (interruption: AbortSignal): EarlyEnd => {
  const early = new AbortController()
  const { promise: uncaught, reject } = Promise.withResolvers<never>()
  // When nothing awaits it any more, its rejection must not count as a separate error.
  uncaught.catch(() => undefined)
  let trouble: unknown
  const onUncaught = (error: unknown) => reject(error)
  process.on('uncaughtException', onUncaught)
  return {
    signal: AbortSignal.any([interruption, early.signal]),
    endEarly: error => {
      trouble ??= error
      early.abort()
    },
    trouble: () => trouble,
    uncaught,
    close: () => void process.removeListener('uncaughtException', onUncaught),
  }
}
