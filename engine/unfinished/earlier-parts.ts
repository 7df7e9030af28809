import type { CheckResult } from '../checks/run-check.ts'

/** The parts of a run before it was resumed: when each began, the seconds of all, and their results. */
export type EarlierParts = { starts: readonly string[]; seconds: number; results: readonly CheckResult[] }

/** Returns whether a check has to be tried again: what was blocked may be so no longer, and what looks back has to see all parts. */
export const isTriedAgain = (earlier: EarlierParts | undefined, { id, last }: { id: string; last: boolean }): boolean =>
  last || !earlier?.results.some(result => result.id === id && result.outcome !== 'blocked')

/** Returns the results of all parts: of a check that was tried again, the later one. */
export const withEarlier = (earlier: EarlierParts | undefined, results: readonly CheckResult[]): CheckResult[] => [
  ...new Map([...(earlier?.results ?? []), ...results].map(result => [result.id, result])).values(),
]
