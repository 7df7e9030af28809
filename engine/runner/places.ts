import type { Place } from '../../harness/create-context.ts'

/** Tracks which checks are busy, which have ended, and which wait for the others to end. */
export type Places = {
  /** Returns the place of a check. `leave` is called when it waits for the others to end. */
  placeOf(id: string, options: PlaceOptions): Place
  /** Records that a check has ended, or will not start. */
  ended(id: string): void
}

type PlaceOptions = Pick<Place, 'restsAfterMs' | 'rest'> & { leave(): void }

/** By the id of a check, the function that resumes it. */
type Queue = Map<string, () => void>

/** Removes checks from a queue, and resumes them. */
const takeFrom = (queue: Queue, ids: readonly string[]) => {
  for (const id of ids) {
    const goOn = queue.get(id)
    queue.delete(id)
    goOn?.()
  }
}

/** Creates the places of checks that will all run. */
export const createPlaces = (ids: readonly string[]): Places => {
  const busy = new Set(ids)
  const waiting: Queue = new Map()
  const atLast: Queue = new Map()
  const wentAtLast = new Set<string>()
  const over = new Set<string>()
  const letGoOn = (queue: Queue, ids: readonly string[]) => {
    for (const id of ids) busy.add(id)
    takeFrom(queue, ids)
  }
  const goOnIfAllWait = () => {
    if (busy.size > 0) return
    // A check that was resumed from `atLast` continues only after all of that queue have been; otherwise it would hold them up.
    const waitingBefore = [...waiting.keys()].filter(id => !wentAtLast.has(id))
    if (waitingBefore.length > 0) return letGoOn(waiting, waitingBefore)
    const next = [...atLast.keys()].slice(0, 1)
    for (const id of next) wentAtLast.add(id)
    return next.length > 0 ? letGoOn(atLast, next) : letGoOn(waiting, [...waiting.keys()])
  }
  const notBusy = (id: string) => {
    busy.delete(id)
    goOnIfAllWait()
  }
  /** Waits in a queue. Work left over from an ended check waits forever, since the check cannot end again. */
  const waitIn = (id: string, leave: () => void, queue: Queue) =>
    new Promise<void>(resolve => {
      if (over.has(id)) return
      const before = queue.get(id)
      queue.set(id, () => {
        before?.()
        resolve()
      })
      leave()
      notBusy(id)
    })
  return {
    placeOf: (id, { leave, ...rest }) => ({
      ...rest,
      othersEnded: () => waitIn(id, leave, waiting),
      allEnded: () => waitIn(id, leave, atLast),
    }),
    ended: id => {
      over.add(id)
      waiting.delete(id)
      atLast.delete(id)
      notBusy(id)
    },
  }
}
