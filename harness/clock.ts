import { type HttpResponse, header } from './http/response.ts'

/**
 * The clock of the target, as the Date headers of its responses show it. What the harness stamps for the target, and the
 * timestamps of the target that it judges, are of this clock: two clocks that differ break no clause.
 */
export type Clock = {
  /** Returns the Unix second that the target's clock shows, or one that it has just passed; at `ms`, a time of ours. */
  now(ms?: number): number
  /** Returns the second that requests are stamped by: that of `now()`, unless the target's clock was moved on. */
  requestNow(ms?: number): number
  /** Learns that the target's clock was moved on, by so many seconds in all: what it keeps is older, and its callers are not. */
  movedOn(seconds: number): void
  /** Returns the second of `now()`; if the target dated something in the seconds after that one, that one, as a whole second. */
  notBefore(timestamp: unknown): number
  /** Returns milliseconds until the target's clock has passed a second; 0 if it has. */
  msUntil(second: number): number
  /** Returns whether a timestamp says "now", by either clock, for something that happened between two seconds of `now()`. */
  isNow(timestamp: unknown, from: number, to?: number): timestamp is number
  /** Takes the Date header of a response into account. */
  see(response: Pick<HttpResponse, 'headers' | 'arrivedAt' | 'method'>): void
}

/** Clocks that differ by more milliseconds are a wrong set-up, which is not made up for. */
const mostMs = 300_000

/**
 * Seconds by which a timestamp may miss the present: what stamps it may have another clock than what writes the Date header, and a
 * target without that header is measured by our own clock.
 */
const toleranceSeconds = 120

/** Seconds after which a second has passed on the clocks of every process of a target. */
const marginSeconds = 1.2

/** Responses that come out of no cache, from which on only theirs are looked at, and how many of the latest ones. */
const uncached = { fewest: 3, most: 99 }

/**
 * Milliseconds by which the Date header of a response may be ahead of that of most others: more is another clock, such as that of one server
 * of several in front of the target.
 */
const mostApartMs = 3_000

/**
 * Returns by how much a clock is ahead: a header names a second that has begun, so the latest one is nearest, `before` included, unless most
 * responses show another clock.
 */
const aheadAsShown = (shown: readonly number[], before: number): number => {
  const inOrder = shown.toSorted((a, b) => a - b)
  const most = (inOrder[Math.floor((inOrder.length - 1) / 2)] ?? before) + mostApartMs
  const latest = inOrder.findLast(ms => ms <= most) ?? before
  return before <= most ? Math.max(latest, before) : latest
}

/** Creates the clock of a target; `wallClock` returns our own time in milliseconds. */
export const createClock = (wallClock: () => number = Date.now): Clock => {
  let aheadMs: number | undefined
  const shownUncached: number[] = []
  let moved = 0
  const requestNow: Clock['requestNow'] = (ms = wallClock()) => Math.floor((ms + (aheadMs ?? 0)) / 1_000)
  const now: Clock['now'] = ms => requestNow(ms) + moved
  return {
    now,
    requestNow,
    movedOn: seconds => {
      moved = seconds
    },
    notBefore: timestamp =>
      typeof timestamp === 'number' && timestamp > now() && timestamp <= now() + toleranceSeconds
        ? Math.ceil(timestamp)
        : now(),
    msUntil: second => Math.max(0, (second - moved + marginSeconds) * 1_000 - (aheadMs ?? 0) - wallClock()),
    isNow: (timestamp, from, to = now()): timestamp is number => {
      if (typeof timestamp !== 'number') return false
      const differences = [0, Math.round((aheadMs ?? 0) / 1_000)]
      const isBetween = (seconds: number) => seconds >= from - toleranceSeconds && seconds <= to + toleranceSeconds
      return differences.some(difference => isBetween(timestamp + difference))
    },
    see: response => {
      const shown = aheadOf(response, wallClock())
      if (!(Math.abs(shown) <= mostMs)) return
      // A response to a GET may come out of a cache, and be older.
      if (response.method === 'POST') shownUncached.push(shown)
      if (shownUncached.length > uncached.most) shownUncached.shift()
      const latest = Math.max(shown, aheadMs ?? shown)
      aheadMs = shownUncached.length < uncached.fewest ? latest : aheadAsShown(shownUncached, aheadMs ?? shown)
    },
  }
}

/** Returns the milliseconds by which the target's clock is ahead of ours, at least; NaN without a Date header. */
const aheadOf = (response: Pick<HttpResponse, 'headers' | 'arrivedAt'>, now: number): number =>
  Date.parse(header(response, 'date') ?? '') - (now - (performance.now() - response.arrivedAt))
