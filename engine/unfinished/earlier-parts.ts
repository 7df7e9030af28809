import type { CheckResult } from '../checks/run-check.ts'
import type { RunHead } from '../report/one-run.ts'

/** The parts of a run before it was resumed: when each began, the seconds of all, their results, and which target gave them. */
export type EarlierParts = {
  starts: readonly string[]
  seconds: number
  results: readonly CheckResult[]
  /** Absent: no check has ended. */
  head?: RunHead
}

/** Returns whether to try a check again: a blocked check may now pass, and one that looks back must see all parts. */
export const isTriedAgain = (earlier: EarlierParts | undefined, { id, last }: { id: string; last: boolean }): boolean =>
  last || !earlier?.results.some(result => result.id === id && result.outcome !== 'blocked')

/** Returns the results of all parts: of a check that was tried again, the later one. */
export const withEarlier = (earlier: EarlierParts | undefined, results: readonly CheckResult[]): CheckResult[] => [
  ...new Map([...(earlier?.results ?? []), ...results].map(result => [result.id, result])).values(),
]
