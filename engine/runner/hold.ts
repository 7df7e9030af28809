import type PQueue from 'p-queue'

/** A check's place in a queue. */
export type Hold = {
  /** Gives the place to the next check, if it is held. */
  free(): void
  /** Waits until the place is held again. Checks that have not begun wait longer. */
  takeBack(): Promise<void>
  /** Gives the place up for good: work that continues in the check, or calls `takeBack` later, does not hold up other checks. */
  end(): void
}

/** Waits until a place in the queue is free, and takes it. */
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

/** Waits for a place in the queue. Returns undefined if the signal aborts first; the next check then gets the place. */
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

/** Returns a hold that starts the work when it is released, and frees the place when the work is done. */
export const freedAfter = (work: () => Promise<void>, { takeBack, end }: Hold): Hold => {
  let isLetGo = false
  const endLater = () => {
    if (isLetGo) return
    isLetGo = true
    void work().finally(end)
  }
  return { takeBack, free: endLater, end: endLater }
}
