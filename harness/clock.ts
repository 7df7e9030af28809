import { memberOf } from '../protocol/json/json.ts'
import { clockSetByMs, nowMs } from '../protocol/time.ts'
import { watchSpread } from './clock-spread.ts'
import { type ClockStep, mostApartMs, watchSteps } from './clock-steps.ts'
import { type Stamp, watchUndated } from './clock-undated.ts'
import { type HttpResponse, header } from './http/response.ts'

/**
 * The clock of the target, learned from its Date headers. The harness stamps requests and judges the target's timestamps by this clock,
 * since no clause requires the clocks of both sides to agree. A server in front may write that header from its own clock, so timestamps of
 * the target itself count as well: a time has passed once every clock shows it, and is still to come while none does.
 */
export type Clock = {
  /** Returns the Unix second that the target's clock shows, or has just passed, at the time `ms` of our clock. */
  now(ms?: number): number
  /** Returns the second that the slowest clock shows: earlier times are past for the target, whichever clock it uses. */
  earliest(): number
  /** Returns the second that the fastest clock shows: later times are in the future for the target, whichever clock it uses. */
  latest(): number
  /** Returns the second for the timestamps of requests: that of `now()`, unless the target's clock was advanced. */
  requestNow(ms?: number): number
  /** Records that the target's clock was advanced, by `seconds` in total: this ages its stored data, but not the time of its callers. */
  movedOn(seconds: number): void
  /** Returns the second of `now()`, or a slightly later timestamp of the target, rounded up. */
  notBefore(timestamp: unknown): number
  /** Returns by how many milliseconds two timestamps of the target may differ because its clocks differ; 0 while there is one clock. */
  apartMs(): number
  /** Returns the milliseconds until every clock of the target has passed a second; 0 if they have. */
  msUntil(second: number): number
  /** Returns whether a timestamp is "now", by either clock, for an event between two seconds of `now()`. */
  isNow(timestamp: unknown, from: number, to?: number): timestamp is number
  /** Returns whether the clock may have been set since a time of `performance.now()`: later timestamps may be from another clock. */
  mayBeSetSince(since: number): boolean
  /** Records the Date header of a response, the time of a document that it created, and whether it accepts a timestamp of "now". */
  see(response: Dated, stamp?: Stamp): void
  /** Records the X-OC-Timestamp of a request of the target, which arrived at a time of `performance.now()`. */
  seeRequest(timestamp: unknown, arrivedAt: number): void
}

type Dated = Pick<HttpResponse, 'headers' | 'sentAt' | 'arrivedAt' | 'method'> & Partial<Pick<HttpResponse, 'json'>>

/** A greater difference, in milliseconds, is an invalid configuration, for which the harness does not compensate. */
const mostMs = 300_000

/**
 * How many seconds a timestamp may be off: it may not come from the clock of the Date header, and a target without that header is judged by
 * our own clock.
 */
const toleranceSeconds = 120

/** After this many seconds, a second has passed on the clocks of every process of a target. */
const marginSeconds = 1.2

/** Once there are this many uncached responses, only they count; and how many of the latest are kept. */
const uncached = { fewest: 3, most: 99 }

/** How many timestamps of the target are kept: few, so that a clock that was set soon shows. */
const mostStamps = 9

/**
 * Returns the lead of a clock: a header names a second that has already begun, so the largest lead is the most accurate, including
 * `before`, unless most responses show another clock.
 */
const aheadAsShown = (shown: readonly number[], before: number): number => {
  const inOrder = shown.toSorted((a, b) => a - b)
  const most = (inOrder[Math.floor((inOrder.length - 1) / 2)] ?? before) + mostApartMs
  const latest = inOrder.findLast(ms => ms <= most) ?? before
  return before <= most ? Math.max(latest, before) : latest
}

/** Returns the message for a clock that was set too far to compensate for. */
const strayedText = (byMs: number): string =>
  `the clock of the target was set ${Math.round(Math.abs(byMs) / 1_000)} s ${byMs > 0 ? 'ahead' : 'back'} during the run, as its Date headers show, or this machine slept: keep both clocks unchanged, and run again`

/** Learns the lead of a clock from responses, and follows the clock when it is set, unless it is set too far. */
const learnAhead = (onStrayed: (reason: string) => void) => {
  const steps = watchSteps()
  const spread = watchSpread()
  let aheadMs: number | undefined
  let shownUncached: number[] = []
  let setAt = Number.NEGATIVE_INFINITY
  let setByMs = 0
  const follow = ({ byMs, shown }: ClockStep): void => {
    setAt = performance.now()
    spread.restart()
    if (Math.abs(byMs) > mostMs) {
      onStrayed(strayedText(byMs))
      return
    }
    setByMs += byMs
    if (aheadMs === undefined) return
    shownUncached = shown
    aheadMs = Math.max(...shown)
  }
  return {
    aheadMs: () => aheadMs ?? 0,
    apartMs: spread.apartMs,
    mayBeSetSince: (since: number) => steps.isOpen || setAt >= since || spread.grewSince(since),
    see: (shown: number, isUncached: boolean, tookMs: number): void => {
      const step = isUncached ? steps.see(shown) : undefined
      if (step) follow(step)
      if (step || Math.abs(shown - setByMs) > mostMs) return
      if (isUncached) shownUncached = [...shownUncached, shown].slice(-uncached.most)
      const latest = Math.max(shown, aheadMs ?? shown)
      aheadMs = shownUncached.length < uncached.fewest ? latest : aheadAsShown(shownUncached, aheadMs ?? shown)
      if (isUncached) spread.see(aheadMs, { shownMs: shown, tookMs })
    },
  }
}

/** Learns the lead of the clock with which a target stamps. Until a timestamp tells, it may be our clock or that of the Date header. */
const learnStamps = () => {
  let shown: number[] = []
  return {
    aheadMs: () => (shown.length === 0 ? 0 : aheadAsShown(shown, Number.NEGATIVE_INFINITY)),
    see: (ms: number): void => {
      shown = [...shown, ms].slice(-mostStamps)
    },
  }
}

/**
 * Creates the clock of a target; `wallClock` returns our own time in milliseconds, and `setByMs` by how many milliseconds this machine's
 * clock was set. If the target's clock is set too far, `onStrayed` gets the reason to stop the run.
 */
export const createClock = (
  wallClock: () => number = nowMs,
  onStrayed: (reason: string) => void = () => undefined,
  setByMs: () => number = clockSetByMs,
): Clock => {
  const dated = learnAhead(onStrayed)
  const undated = watchUndated(setByMs, onStrayed)
  const stamps = learnStamps()
  const wallClockAt = (at: number) => wallClock() - (performance.now() - at)
  let isDated = false
  const { aheadMs } = dated
  const apartMs = () => (isDated ? dated : undated).apartMs()
  let moved = 0
  const requestNow: Clock['requestNow'] = (ms = wallClock()) => Math.floor((ms + aheadMs()) / 1_000)
  const now: Clock['now'] = ms => requestNow(ms) + moved
  const isNow: Clock['isNow'] = (timestamp, from, to = now()): timestamp is number => {
    if (typeof timestamp !== 'number') return false
    const isBetween = (seconds: number) => seconds >= from - toleranceSeconds && seconds <= to + toleranceSeconds
    return isBetween(timestamp) || isBetween(timestamp + Math.round(aheadMs() / 1_000))
  }
  const slowestMs = () => Math.min(aheadMs() - apartMs(), stamps.aheadMs())
  /** Records a timestamp that the target has just written. One far from now says nothing about a clock; the clauses judge it. */
  const stampedAt = (timestamp: unknown, arrivedAt: number): void => {
    if (isNow(timestamp, requestNow(), requestNow())) stamps.see(timestamp * 1_000 - wallClockAt(arrivedAt))
  }
  return {
    now,
    earliest: () => Math.floor((wallClock() + slowestMs()) / 1_000) + moved,
    latest: () => Math.floor((wallClock() + Math.max(aheadMs(), stamps.aheadMs())) / 1_000) + moved,
    requestNow,
    mayBeSetSince: since => (isDated ? dated : undated).mayBeSetSince(since),
    apartMs,
    movedOn: seconds => {
      moved = seconds
    },
    notBefore: timestamp =>
      typeof timestamp === 'number' && timestamp > now() && timestamp <= now() + toleranceSeconds
        ? Math.ceil(timestamp)
        : now(),
    msUntil: second => Math.max(0, (second - moved + marginSeconds) * 1_000 - slowestMs() - wallClock()),
    isNow,
    see: (response, stamp) => {
      const { sentAt = Number.NEGATIVE_INFINITY, arrivedAt, method } = response
      const shown = dateOf(response) - wallClockAt(arrivedAt)
      isDated ||= !Number.isNaN(shown)
      // A response to a GET may be from a cache, and older.
      if (!Number.isNaN(shown)) dated.see(shown, method === 'POST', arrivedAt - sentAt)
      if (!isDated) undated.see(stamp, sentAt)
      stampedAt(timeOf(response) - moved, arrivedAt)
    },
    seeRequest: stampedAt,
  }
}

/** Returns the Date header in milliseconds; NaN without one. */
const dateOf = (response: Dated): number => Date.parse(header(response, 'date') ?? '')

/** Returns the time of a document that a response created: a proof, an order or a payment; NaN if it created none. */
const timeOf = ({ json, method }: Dated): number => {
  const times = [
    memberOf(memberOf(json, 'proof'), 'timestamp'),
    memberOf(memberOf(json, 'order'), 'createdAt'),
    memberOf(json, 'createdAt'),
  ]
  const made = method === 'POST' ? times.find(time => typeof time === 'number') : undefined
  return made ?? Number.NaN
}
