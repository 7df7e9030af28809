import { mostApartMs } from './clock-steps.ts'

/** What the latest responses of a target show of how far its clocks are apart: those of its servers, or one before and after it was set. */
export type ClockSpread = {
  /** Milliseconds by which they are apart at most; 0 as long as one clock can have dated all. */
  apartMs(): number
  /** Whether that grew since a time of `performance.now()`. */
  grewSince(since: number): boolean
  /** Takes by how many milliseconds a clock is ahead, and by how many a response shows one ahead at least, which took so long. */
  see(aheadMs: number, response: { shownMs: number; tookMs: number }): void
  /** Forgets the responses of a clock that was set since. */
  restart(): void
}

/** A header names the second that has begun, so it shows a clock up to so many milliseconds too late. */
const roundingMs = 1_000

/** Milliseconds by which one clock may seem to be two: a busy server writes a header by a time that it read a little before. */
const seemingMs = 150

/** Responses that are looked at. */
const most = 99

/**
 * Creates what learns how far the clocks of a target are apart. A response that was sent at `s`, arrived at `a` and is dated `D` proves that
 * a clock is ahead by `D - a` at least and by `D + 1 s - s` at most; where these bounds exclude each other, there are two.
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
