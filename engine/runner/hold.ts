import type PQueue from 'p-queue'

/** One of the places of a queue, as the check has it that came in. */
export type Hold = {
  /** Lets the next one in, if the place is held. */
  free(): void
  /** Waits until the place is held again. Before those that have not begun. */
  takeBack(): Promise<void>
}

/** Resolves, with its hold, when a place of the queue is free. */
export const holdIn = (queue: PQueue): Promise<Hold> => {
  let release: (() => void) | undefined
  let taking: Promise<void> | undefined
  const free = () => {
    release?.()
    release = undefined
  }
  const take = (priority: number): Promise<void> =>
    new Promise(held => {
      const hold = () =>
        new Promise<void>(end => {
          release = end
          held()
        })
      void queue.add(hold, { priority })
    })
  const takeBack = async () => {
    if (release) return
    taking ??= take(1)
    await taking
    taking = undefined
  }
  return take(0).then(() => ({ free, takeBack }))
}

/** Returns a hold that is free as soon as some work is done that begins when it is let go. */
export const freedAfter = (work: () => Promise<void>, { free, takeBack }: Hold): Hold => {
  let isLetGo = false
  const freeLater = () => {
    if (isLetGo) return
    isLetGo = true
    void work().finally(free)
  }
  return { takeBack, free: freeLater }
}
