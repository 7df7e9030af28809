/** After so long without a check that begins or ends a run tells what it waits for, and again after each further, in milliseconds. */
export const tellsAfterMs = 5_000

/** The checks that have begun and not ended. */
export type Waiting = {
  began(id: string): void
  ended(id: string): void
}

/** Calls `tell` with the checks that are running, those that began first in front, whenever none has begun or ended for a while. */
export const createWaiting = (tell: (ids: string[]) => void): Waiting => {
  const running = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const startAnew = () => {
    clearInterval(timer)
    timer = running.size > 0 ? setInterval(() => tell([...running]), tellsAfterMs).unref() : undefined
  }
  return {
    began: id => {
      running.add(id)
      startAnew()
    },
    ended: id => {
      running.delete(id)
      startAnew()
    },
  }
}
