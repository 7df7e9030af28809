import { type Range, waits } from './patience.ts'

/** A notification may take so many times as long as the slowest so far. */
const factor = 3

/** Notifications that did not come in the whole time: after so many the harness waits as long as usual, since it would wait for each. */
const mostMissed = 3

/** How long to wait for notifications in one run. It learns from those that came, and from those that did not. */
export type Patience = {
  /** Milliseconds that it waits for a notification at most. */
  readonly mostMs: number
  /** Milliseconds to wait for a notification that has to come. */
  readonly notificationMs: number
  /** Milliseconds to wait for a notification that decides nothing by itself. */
  readonly usualMs: number
  /** Milliseconds to wait for a notification that a later one may have overtaken. */
  readonly overtakingMs: number
  /** Milliseconds in which a response has to come that must not wait for ever. */
  readonly boundedMs: number
  /** Learns that a notification came so many milliseconds after it was due; one that was given up is no longer missed. */
  came(ms: number): void
  /** Learns that a notification did not come although the harness waited so many milliseconds for it. */
  missed(ms: number): void
}

const within = ({ least, most }: Range, ms: number): number => Math.min(Math.max(least, ms), most)

/** Creates the patience of a run; `mostMs`: the milliseconds that it waits for a notification at most. */
export const createPatience = (mostMs: number): Patience => {
  let slowestMs: number | undefined
  let missed = 0
  const usualMs = () => Math.min(mostMs, Math.max(waits.usualNotification.ms, factor * (slowestMs ?? 0)))
  const isFutile = () => missed >= mostMissed
  return {
    mostMs,
    get notificationMs() {
      return isFutile() ? usualMs() : mostMs
    },
    get usualMs() {
      return slowestMs === undefined && !isFutile() ? mostMs : usualMs()
    },
    get overtakingMs() {
      return slowestMs === undefined ? waits.overtaking.ms.most : within(waits.overtaking.ms, factor * slowestMs)
    },
    boundedMs: within(waits.bounded.ms, mostMs),
    came: ms => {
      slowestMs = Math.max(slowestMs ?? 0, ms)
      if (ms > mostMs) missed -= 1
    },
    missed: ms => {
      if (ms >= mostMs) missed += 1
    },
  }
}
