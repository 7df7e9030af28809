import type PQueue from 'p-queue'

/** One of the places of a queue, held by the check that entered. */
export type Hold = {
  /** Lets the next one in, if the place is held. */
  free(): void
  /** Waits until the place is held again. Before those that have not begun. */
  takeBack(): Promise<void>
  /** Lets the next one in for good: work that still waits in the check, or takes the place back later, does not hold up others. */
  end(): void
}

/** Resolves, with its hold, when a place of the queue is free. */
export const holdIn = (queue: PQueue): Promise<Hold> => {
  let release: (() => void) | undefined
  let taking: Promise<void> | undefined
  let hasEnded = false
  const free = () => {
    release?.()
    release = undefined
  }
  const take = (priority: number): Promise<void> =>
    new Promise(held => {
      const hold = async () => {
        if (hasEnded) return held()
        const { promise, resolve } = Promise.withResolvers<void>()
        release = resolve
        held()
        return promise
      }
      void queue.add(hold, { priority })
    })
  const takeBack = async () => {
    if (release || hasEnded) return
    taking ??= take(1)
    await taking
    taking = undefined
  }
  const end = () => {
    hasEnded = true
    free()
  }
  return take(0).then(() => ({ free, takeBack, end }))
}

/** Waits for a place of the queue; undefined if the signal aborts first, and then the place is for the next one. */
export const holdUnlessAborted = (queue: PQueue, signal: AbortSignal): Promise<Hold | undefined> =>
  new Promise(resolve => {
    const leave = () => resolve(undefined)
    if (signal.aborted) return leave()
    signal.addEventListener('abort', leave, { once: true })
    void holdIn(queue).then(hold => {
      signal.removeEventListener('abort', leave)
      if (signal.aborted) hold.end()
      else resolve(hold)
    })
  })

/** Returns a hold that is free as soon as work that begins at its release is done. */
export const freedAfter = (work: () => Promise<void>, { takeBack, end }: Hold): Hold => {
  let isLetGo = false
  const endLater = () => {
    if (isLetGo) return
    isLetGo = true
    void work().finally(end)
  }
  return { takeBack, free: endLater, end: endLater }
}
