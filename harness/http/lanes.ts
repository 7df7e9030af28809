/** The lanes of a race. A request in a lane is held until every lane has one to send. */
export type Lanes = {
  /** Waits until every lane that has not ended is here. The requests that waited are sent in one turn of the event loop. */
  ready(): Promise<void>
}

/** Creates a gate that opens when as many wait as have not left, and at once after the signal has aborted. */
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

/** Returns what holds a request back in its lane the first time; when it is sent again it waits for nobody. */
export const heldOnce = (lanes: Lanes): (() => Promise<void>) => {
  let isHeld = false
  return async () => {
    if (isHeld) return
    isHeld = true
    await lanes.ready()
  }
}
