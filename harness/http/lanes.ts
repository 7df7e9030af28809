/** The lanes of a race. A request in a lane is held until every lane has one to send. */
export type Lanes = {
  /** Waits for every lane that has not ended. The waiting requests are then sent in one turn of the event loop. */
  ready(): Promise<void>
}

/** Creates a gate that opens when every remaining party waits, and stays open once the signal aborts. */
export const createGate = (parties: number, signal: AbortSignal): Lanes & { leave(): void } => {
  let present = parties
  let waiting: (() => void)[] = []
  const open = () => {
    const go = waiting
    waiting = []
    for (const pass of go) pass()
  }
  const openIfComplete = () => {
    if (waiting.length >= present || signal.aborted) open()
  }
  signal.addEventListener('abort', open, { once: true })
  return {
    ready: () =>
      new Promise(resolve => {
        waiting.push(resolve)
        openIfComplete()
      }),
    leave: () => {
      present -= 1
      openIfComplete()
      if (present === 0) signal.removeEventListener('abort', open)
    },
  }
}

/** Returns a function that holds a request back in its lane the first time; a retry does not wait. */
export const heldOnce = (lanes: Lanes): (() => Promise<void>) => {
  let isHeld = false
  return async () => {
    if (isHeld) return
    isHeld = true
    await lanes.ready()
  }
}
