import type { CheckResult } from '../../engine/run-check.ts'

/**
 * What a check makes known besides its verdict, as text: the values that it observed (what it notes beside them are
 * measurements), or that it does not apply.
 */
export const observedIn = ({ outcome, observations }: Pick<CheckResult, 'outcome' | 'observations'>): string =>
  outcome === 'pass' ? JSON.stringify(observations.map(observation => observation.value)) : outcome
