/** A run reports what it is waiting for whenever no check has begun or ended for this many milliseconds. */
export const reportsAfterMs = 5_000

/** The checks that have begun and not ended. */
export type Waiting = {
  began(id: string): void
  ended(id: string): void
}

/** Calls `report` with the running checks, oldest first, whenever none has begun or ended for a while. */
export const createWaiting = (report: (ids: string[]) => void): Waiting => {
  const running = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const startAnew = () => {
    clearInterval(timer)
    timer = running.size > 0 ? setInterval(() => report([...running]), reportsAfterMs).unref() : undefined
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
