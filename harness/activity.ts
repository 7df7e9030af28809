/** A wait for what others have: who waits, and for what. It has no end of its own. */
export type OpenWait = { who: string; what: string }

/** What goes on in a run, and who waits for others in it. */
export type Activity = {
  /** Notes work that ends by itself: a request with its time limit, a pause, a person who has so long. Call the result at its end. */
  begin(): () => void
  /** Notes work that ends by itself until it has ended. */
  during<T>(work: Promise<T>): Promise<T>
  /** Notes a wait for what others have. */
  waitFor<T>(wait: OpenWait, work: Promise<T>): Promise<T>
  /** Whether anything that ends by itself is under way. */
  readonly isUnderWay: boolean
  /** How often something has begun or ended: while it stays the same, nothing has happened. */
  readonly events: number
  /** The waits that are open, the oldest first. */
  readonly waits: readonly OpenWait[]
}

/** Creates the register of what goes on. */
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

/** What goes on in this thread. A run has its thread for itself; in the self-test, where several share one, each waits for all of them. */
export const activity = createActivity()
