import type { Place } from '../../harness/create-context.ts'

/** The places of checks: who of them is busy, who has ended, and who waits for the others to end. */
export type Places = {
  /** Returns the place of a check. `leave` is called when it waits for the others to end. */
  placeOf(id: string, options: PlaceOptions): Place
  /** A check has ended, or will not start. */
  ended(id: string): void
}

type PlaceOptions = Pick<Place, 'restsAfterMs' | 'rest'> & { leave(): void }

/** Creates the places of checks that all are going to run. */
export const createPlaces = (ids: readonly string[]): Places => {
  const busy = new Set(ids)
  const waiting = new Map<string, () => void>()
  const atLast = new Map<string, () => void>()
  const over = new Set<string>()
  const goOnAtLast = () => {
    for (const [id, goOn] of [...atLast].slice(0, 1)) {
      atLast.delete(id)
      busy.add(id)
      goOn()
    }
  }
  const goOnIfAllWait = () => {
    if (busy.size > 0) return
    if (waiting.size === 0) return goOnAtLast()
    for (const [id, goOn] of [...waiting]) {
      busy.add(id)
      goOn()
    }
    waiting.clear()
  }
  const notBusy = (id: string) => {
    busy.delete(id)
    goOnIfAllWait()
  }
  /** Waits until `queue` is told to go on; what goes on in a check that has ended waits for ever, since it never ends once more. */
  const waitIn = (id: string, leave: () => void, queue: (goOn: () => void) => void) =>
    new Promise<void>(resolve => {
      if (over.has(id)) return
      queue(resolve)
      leave()
      notBusy(id)
    })
  return {
    placeOf: (id, { leave, ...rest }) => ({
      ...rest,
      othersEnded: () =>
        waitIn(id, leave, goOn => {
          const before = waiting.get(id)
          waiting.set(id, () => {
            before?.()
            goOn()
          })
        }),
      allEnded: () => waitIn(id, leave, goOn => void atLast.set(id, goOn)),
    }),
    ended: id => {
      over.add(id)
      waiting.delete(id)
      atLast.delete(id)
      notBusy(id)
    },
  }
}
