/** An unlimited wait for something that others hold: who waits, and for what. */
export type OpenWait = { who: string; what: string }

/** The activity of a run: work in progress, and waits for others. */
export type Activity = {
  /** Registers work that ends on its own: a request with a time limit, a pause, a task for a person. Call the result at its end. */
  begin(): () => void
  /** Registers work that ends on its own, until it settles. */
  during<T>(work: Promise<T>): Promise<T>
  /** Registers a wait for something that others hold. */
  waitFor<T>(wait: OpenWait, work: Promise<T>): Promise<T>
  /** Whether any work that ends on its own is in progress. */
  readonly isUnderWay: boolean
  /** Number of beginnings and ends so far: while it stays the same, nothing has happened. */
  readonly events: number
  /** The open waits, oldest first. */
  readonly waits: readonly OpenWait[]
}

/** Creates a register of activity. */
export const createActivity = (): Activity => {
  const waits = new Set<OpenWait>()
  let [underWay, events] = [0, 0]
  const begin = () => {
    underWay += 1
    events += 1
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      underWay -= 1
      events += 1
    }
  }
  return {
    begin,
    during: async work => {
      const end = begin()
      try {
        return await work
      } finally {
        end()
      }
    },
    waitFor: async (wait, work) => {
      const noted = { ...wait }
      waits.add(noted)
      events += 1
      try {
        return await work
      } finally {
        waits.delete(noted)
        events += 1
      }
    },
    get isUnderWay() {
      return underWay > 0
    },
    get events() {
      return events
    },
    get waits() {
      return [...waits]
    },
  }
}

/**
 * The activity of this thread. A run has its own thread, except in the self-test, where runs that share a thread count as active together.
 */
export const activity = createActivity()
