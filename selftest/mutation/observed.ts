import type { CheckResult } from '../../engine/checks/run-check.ts'

/**
 * Returns what a check reveals beyond its verdict, as text: the values that it observed, or that it does not apply.
 * Notes beside the values are measurements, and left out.
 */
export const observedIn = ({ outcome, observations }: Pick<CheckResult, 'outcome' | 'observations'>): string =>
  outcome === 'pass' ? JSON.stringify(observations.map(observation => observation.value)) : outcome
