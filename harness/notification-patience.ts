import { type Range, waits } from './patience.ts'

/** A notification may take this many times as long as the slowest so far. */
const factor = 3

/** After this many notifications have not arrived within the full time, the harness only waits the usual time. */
const mostMissed = 3

/** How long to wait for notifications in one run, learned from those that arrived and those that did not. */
export type Patience = {
  /** The longest wait for a notification, in milliseconds. */
  readonly mostMs: number
  /** Milliseconds to wait for a required notification. */
  readonly notificationMs: number
  /** Milliseconds to wait for a notification whose absence alone proves nothing. */
  readonly usualMs: number
  /** Milliseconds to wait for a notification that may have been overtaken by a later one. */
  readonly overtakingMs: number
  /** Milliseconds within which a response must arrive that must not be delayed indefinitely. */
  readonly boundedMs: number
  /** Records that a notification arrived `ms` after it was due; if it had been given up, it no longer counts as missed. */
  came(ms: number): void
  /** Records that a notification did not arrive within `ms`. */
  missed(ms: number): void
}

const within = ({ least, most }: Range, ms: number): number => Math.min(Math.max(least, ms), most)

/** Creates the patience of a run; `mostMs`: the longest wait for a notification. */
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
