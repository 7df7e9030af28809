import fc from 'fast-check'
import { farSeconds } from '../../support/authentication/authenticated-operations.ts'

/** Seconds until a 31-bit or 32-bit count of milliseconds wraps. */
export const counterEnds = [2 ** 31, 2 ** 32].map(ms => Math.round(ms / 1_000)) as [number, number]

/** The age of a request in seconds, at most twenty years, so that its timestamp has as many digits as the current one. */
export const anyAge = fc.oneof(
  fc.integer({ min: farSeconds, max: 20 * 365 * 86_400 }),
  fc.constantFrom(...counterEnds),
  fc.integer({ min: 1, max: 100 }).map(times => Math.round((times * 2 ** 32) / 1_000)),
  // The same time of day, on the same day of the week.
  fc.integer({ min: 1, max: 1_000 }).map(weeks => weeks * 7 * 86_400),
)
