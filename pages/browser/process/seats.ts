import { borrowerOf } from '../../../harness/lent-out.ts'
import { pause } from '../../../harness/pause.ts'

/** An open browser of a check that can be suspended until it is used again. */
export type Sleeper = {
  readonly isBusy: boolean
  /** Releases its context, if it can be restored later. */
  sleep(): Promise<void>
}

/**
 * Limits how many checks use the browser concurrently. A check takes a seat with its first page and keeps it until its end; only a few of
 * its browsers are awake at the same time.
 */
export type Seats = {
  /** Waits for the seat of the check with this signal, and makes room on it for another browser. */
  take(check: Check, sleeper: Sleeper): Promise<void>
  /** Ends the use of a browser; after its last browser, the check leaves its seat. */
  leave(check: Check, sleeper: Sleeper): void
}

type Check = { signal?: AbortSignal; idle?: <T>(work: Promise<T>) => Promise<T> }

/** Maximum number of awake browsers per check, unless more are busy. */
const mostAwake = 2

/** How many milliseconds another browser of a check waits for room; not longer, since the browsers of a race wait for each other. */
const roomMs = 15_000
const lookAgainMs = 10

const isBusy = (sleeper: Sleeper) => sleeper.isBusy

const isFull = ({ awake }: Seat) => awake.length >= mostAwake

/** `browsers`: all of the check, including suspended ones. */
type Seat = { ready: Promise<void>; giveBack: () => void; awake: Sleeper[]; browsers: Set<Sleeper> }

/** Returns how the check waits without using up its time. */
const idleIn = ({ idle = work => work }: Check) => idle

/** Waits until an awake browser can be suspended, but not so long that a race would stall. */
const roomIn = async (seat: Seat, { signal }: Check): Promise<void> => {
  const since = performance.now()
  const isOver = () => signal?.aborted === true || performance.now() - since >= roomMs
  while (isFull(seat) && seat.awake.every(isBusy) && !isOver()) await pause(lookAgainMs, signal)
}

/** Creates `count` seats, served in order. */
export const createSeats = (count: number): Seats => {
  const seats = new Map<AbortSignal | undefined, Seat>()
  const waiting: (() => void)[] = []
  let free = count
  const next = () => {
    while (free > 0 && waiting.length > 0) {
      free -= 1
      waiting.shift()?.()
    }
  }
  const seatOf = (check: Check): Seat => {
    const { signal } = check
    const known = seats.get(signal)
    if (known) return known
    const turn = new Promise<void>(resolve => {
      waiting.push(resolve)
    })
    const borrowed = borrowerOf(signal).borrow('seat', () => idleIn(check)(turn))
    const ready = borrowed.then(({ giveBack }) => {
      seat.giveBack = giveBack
    })
    const seat: Seat = { ready, giveBack: () => undefined, awake: [], browsers: new Set() }
    seats.set(signal, seat)
    next()
    return seat
  }
  return {
    take: async (check, sleeper) => {
      const seat = seatOf(check)
      seat.browsers.add(sleeper)
      await seat.ready
      if (isFull(seat) && seat.awake.every(isBusy)) await idleIn(check)(roomIn(seat, check))
      const idle = isFull(seat) ? seat.awake.find(sleeper => !isBusy(sleeper)) : undefined
      seat.awake = [...seat.awake.filter(other => other !== idle), sleeper]
      await idle?.sleep()
    },
    leave: ({ signal }, sleeper) => {
      const seat = seats.get(signal)
      if (seat === undefined) return
      seat.awake = seat.awake.filter(other => other !== sleeper)
      seat.browsers.delete(sleeper)
      if (seat.browsers.size > 0) return
      seats.delete(signal)
      seat.giveBack()
      free += 1
      next()
    },
  }
}
