import type { CheckResult } from '../../engine/checks/run-check.ts'

/**
 * Returns the result of a check beyond its verdict, as text: its observed values, or that it does not apply. Notes on the values are
 * measurements, and omitted.
 */
export const observedIn = ({ outcome, observations }: Pick<CheckResult, 'outcome' | 'observations'>): string =>
  outcome === 'pass' ? JSON.stringify(observations.map(observation => observation.value)) : outcome
