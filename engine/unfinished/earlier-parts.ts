import type { CheckResult } from '../checks/run-check.ts'
import type { RunHead } from '../report/one-run.ts'

/** The parts of a run before it was resumed: when each began, their total seconds, their results, and the target that gave them. */
export type EarlierParts = {
  starts: readonly string[]
  seconds: number
  results: readonly CheckResult[]
  /** Absent: no check has ended. */
  head?: RunHead
}

/** Returns whether to try a check again: a blocked check may now pass, and one that reviews the whole run must see all parts. */
export const isTriedAgain = (earlier: EarlierParts | undefined, { id, last }: { id: string; last: boolean }): boolean =>
  last || !earlier?.results.some(result => result.id === id && result.outcome !== 'blocked')

/** Returns the results of all parts; the later one for a check that was tried again. */
export const withEarlier = (earlier: EarlierParts | undefined, results: readonly CheckResult[]): CheckResult[] => [
  ...new Map([...(earlier?.results ?? []), ...results].map(result => [result.id, result])).values(),
]
