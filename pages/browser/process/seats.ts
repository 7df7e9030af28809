import { borrowerOf } from '../../../harness/lent-out.ts'
import { pause } from '../../../harness/pause.ts'

/** A browser that is open for a check, and that can be put away until it is used again. */
export type Sleeper = {
  readonly isBusy: boolean
  /** Gives back what it has of the browser, if it can have it again as it was. */
  sleep(): Promise<void>
}

/**
 * Lets so many checks at a time use the browser. Each takes a seat with its first page and keeps it until its end; of its browsers a few
 * are awake, and the others sleep.
 */
export type Seats = {
  /** Waits for a seat of the check with this signal, which has one at most, and makes room for another browser of it. */
  take(check: Check, sleeper: Sleeper): Promise<void>
  /** Says that the check no longer uses a browser; with the last one it leaves its seat. */
  leave(check: Check, sleeper: Sleeper): void
}

type Check = { signal?: AbortSignal; idle?: <T>(work: Promise<T>) => Promise<T> }

/** Browsers of one check that are awake, unless more of them are busy. */
const mostAwake = 2

/** Milliseconds that a further browser of a check waits for room: those of a race wait for each other. */
const roomMs = 15_000
const lookAgainMs = 10

const isBusy = (sleeper: Sleeper) => sleeper.isBusy

const isFull = ({ awake }: Seat) => awake.length >= mostAwake

/** `browsers`: all of the check, those that sleep as well. */
type Seat = { ready: Promise<void>; giveBack: () => void; awake: Sleeper[]; browsers: Set<Sleeper> }

/** Returns how a check waits without its time running. */
const idleIn = ({ idle = work => work }: Check) => idle

/** Waits until one of the browsers that are awake can be put away, for so long that a race does not stand still. */
const roomIn = async (seat: Seat, { signal }: Check): Promise<void> => {
  const since = performance.now()
  const isOver = () => signal?.aborted === true || performance.now() - since >= roomMs
  while (isFull(seat) && seat.awake.every(isBusy) && !isOver()) await pause(lookAgainMs, signal)
}

/** Returns `count` seats, which are taken in the order of asking. */
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
