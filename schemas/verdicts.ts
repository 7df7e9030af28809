import type { Verdict } from './messages.ts'

/** The verdicts of a clause or a check, most severe first. */
export const verdicts: readonly Verdict[] = [
  'fail',
  'known',
  'blocked',
  'warn',
  'observed',
  'pass',
  'not-applicable',
  'not-selected',
]

/** Returns the most severe of several verdicts; `not-selected` for an empty list. */
export const mostSevere = (found: readonly Verdict[]): Verdict =>
  verdicts.find(verdict => found.includes(verdict)) ?? 'not-selected'

/** Sorts verdicts, or values with a verdict, from the most severe to the least. */
export const bySeverity = (a: { verdict: Verdict }, b: { verdict: Verdict }): number =>
  verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict)
