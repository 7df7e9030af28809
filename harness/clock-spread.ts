import { mostApartMs } from './clock-steps.ts'

/**
 * How far apart a target's clocks are, according to its latest responses: the clocks of several servers, or one clock before and after it
 * was set.
 */
export type ClockSpread = {
  /** How many milliseconds apart they are at most; 0 while a single clock explains all responses. */
  apartMs(): number
  /** Whether the spread grew since a time of `performance.now()`. */
  grewSince(since: number): boolean
  /** Records a response: `aheadMs`: the clock's lead; `shownMs`: the smallest lead consistent with the response; `tookMs`: its duration. */
  see(aheadMs: number, response: { shownMs: number; tookMs: number }): void
  /** Forgets all responses, after the clock was set. */
  restart(): void
}

/** A Date header names the second that has begun, so it may be this many milliseconds late. */
const roundingMs = 1_000

/** How many milliseconds apart a single clock may appear: a busy server writes a slightly old time into the header. */
const seemingMs = 150

/** Number of responses that are kept. */
const most = 99

/**
 * Learns how far the clocks of a target are apart. A response to a request sent at `s` that arrived at `a` and is dated `D` proves that a
 * clock is ahead by at least `D - a` and at most `D + 1 s - s`; if these bounds contradict each other, there are two clocks.
 */
export const watchSpread = (): ClockSpread => {
  let latest: { shownMs: number; mostMs: number }[] = []
  let apartMs = 0
  let grewAt = Number.NEGATIVE_INFINITY
  return {
    apartMs: () => apartMs,
    grewSince: since => grewAt >= since,
    restart: () => {
      latest = []
    },
    see: (aheadMs, { shownMs, tookMs }) => {
      latest = [...latest, { shownMs, mostMs: shownMs + roundingMs + tookMs }].slice(-most)
      const near = latest.filter(response => aheadMs - response.shownMs <= mostApartMs + roundingMs)
      const provenMs = aheadMs - Math.min(...near.map(({ mostMs }) => mostMs))
      if (provenMs <= Math.max(seemingMs, apartMs)) return
      apartMs = provenMs + roundingMs
      grewAt = performance.now()
    },
  }
}
