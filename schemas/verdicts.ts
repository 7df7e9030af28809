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

/** Returns the most severe of several verdicts; `not-selected` if there are none. */
export const mostSevere = (found: readonly Verdict[]): Verdict =>
  verdicts.find(verdict => found.includes(verdict)) ?? 'not-selected'

/** Orders verdicts, or what has one, from the most severe to the least. */
export const bySeverity = (a: { verdict: Verdict }, b: { verdict: Verdict }): number =>
  verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict)
