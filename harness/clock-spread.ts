import { mostApartMs } from './clock-steps.ts'

/** How far the clocks of a target are apart, as its latest responses show: those of its servers, or one before and after it was set. */
export type ClockSpread = {
  /** Milliseconds that they are apart at most; 0 while a single clock explains all responses. */
  apartMs(): number
  /** Whether the spread grew since a time of `performance.now()`. */
  grewSince(since: number): boolean
  /** Records a response: `aheadMs`: the clock's lead; `shownMs`: the least lead that the response shows; `tookMs`: its duration. */
  see(aheadMs: number, response: { shownMs: number; tookMs: number }): void
  /** Forgets all responses, after the clock was set. */
  restart(): void
}

/** A Date header names the second that has begun, so it may be this many milliseconds late. */
const roundingMs = 1_000

/** Milliseconds that a single clock may seem apart: a busy server writes a slightly old time into the header. */
const seemingMs = 150

/** Responses that are kept. */
const most = 99

/**
 * Learns how far the clocks of a target are apart. A response that was sent at `s`, arrived at `a` and is dated `D` proves that a clock
 * is ahead by at least `D - a` and at most `D + 1 s - s`; where these bounds exclude each other, there are two.
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
