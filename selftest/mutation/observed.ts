import type { CheckResult } from '../../engine/perform.ts'

/**
 * What a check makes known besides its verdict, as text: the values that it observed (what it notes beside them are
 * measurements), or that it does not apply.
 */
export const observedIn = ({ ending, observations }: Pick<CheckResult, 'ending' | 'observations'>): string =>
  ending === 'held' ? JSON.stringify(observations.map(one => one.value)) : ending
