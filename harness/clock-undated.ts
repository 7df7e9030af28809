import { mostApartMs } from './clock-steps.ts'
import { codeOf, isSuccess } from './http/pending-response.ts'
import type { HttpResponse } from './http/response.ts'

/** Whether a target accepted a request stamped "now", or refused its timestamp. */
export type Stamp = 'taken' | 'refused'

/** Returns whether the timestamp of a correct request was accepted; `undefined` if the response does not tell. */
export const stampOf = (response: HttpResponse): Stamp | undefined => {
  if (isSuccess(response)) return 'taken'
  return codeOf(response) === 'TIMESTAMP_EXPIRED' ? 'refused' : undefined
}

/** Detects that the clock of a target without Date headers was set. */
export type UndatedClock = {
  /** By how many milliseconds this machine's clock was set. The target may use the same clock, and be off by as much. */
  apartMs(): number
  /** Whether its clock may have been set since a time of `performance.now()`. */
  mayBeSetSince(since: number): boolean
  /** Reads our own clock, and records when a request stamped "now" was sent and whether it was accepted. */
  see(stamp: Stamp | undefined, sentAt: number): void
}

/** Milliseconds that a clock may drift, or be corrected, between two responses. */
const unnoticedMs = 1_000

/** Refusals in a row that prove that a clock was set. */
const inRow = 12

const unknownText = 'the target does not send a Date header that shows its clock'

const machineText = (byMs: number): string =>
  `the clock of this machine was set ${Math.round(Math.abs(byMs) / 1_000)} s ${byMs > 0 ? 'ahead' : 'back'} during the run, or the machine slept, and ${unknownText}: keep both clocks unchanged, and run again`

const refusedText = `the target refuses the current second as a timestamp, which it accepted before, and ${unknownText}: its clock was set, or this machine slept. Keep both clocks unchanged, and run again`

/** Tracks changes of our own clock, ignoring drift. `setByMs` returns by how many milliseconds it was set so far. */
const watchOwn = (setByMs: () => number, onStrayed: (reason: string) => void) => {
  let last = setByMs()
  let sumMs = 0
  let setAt = Number.NEGATIVE_INFINITY
  const look = (): void => {
    const now = setByMs()
    const byMs = now - last
    last = now
    if (Math.abs(byMs) <= unnoticedMs) return
    sumMs += byMs
    setAt = performance.now()
    if (Math.abs(sumMs) > mostApartMs) onStrayed(machineText(sumMs))
  }
  return {
    look,
    apartMs: () => Math.abs(sumMs),
    setSince: (since: number) => {
      look()
      return setAt >= since
    },
  }
}

/** Distinguishes a clock that was set from a target that refuses some requests: after a change, all are refused. */
const watchStamps = (onStrayed: (reason: string) => void) => {
  let wasTaken = false
  let refusals = 0
  let refusedAt = Number.NEGATIVE_INFINITY
  /** Whether the target accepts some requests while it refuses others. */
  let isMixed = false
  return {
    setSince: (since: number) => !isMixed && (refusals > 0 || refusedAt >= since),
    see: (stamp: Stamp | undefined, sentAt: number): void => {
      if (stamp === 'taken') {
        wasTaken = true
        isMixed ||= refusals > 0 && sentAt > refusedAt
        if (isMixed) refusals = 0
      }
      if (stamp !== 'refused' || !wasTaken || isMixed) return
      if (refusals === 0) refusedAt = performance.now()
      refusals += 1
      if (refusals === inRow) onStrayed(refusedText)
    },
  }
}

/** Watches the clock of a target without Date headers. `onStrayed` gets the reason if the clock can no longer be known. */
export const watchUndated = (setByMs: () => number, onStrayed: (reason: string) => void): UndatedClock => {
  const own = watchOwn(setByMs, onStrayed)
  const stamps = watchStamps(onStrayed)
  return {
    apartMs: own.apartMs,
    mayBeSetSince: since => own.setSince(since) || stamps.setSince(since),
    see: (stamp, sentAt) => {
      own.look()
      stamps.see(stamp, sentAt)
    },
  }
}
