import fc from 'fast-check'
import type { CheckContext } from '../../harness/context.ts'

/** Returns the samples that a property always tries; none at quick depth, which is only a first look. */
export const unlessQuick = <T>({ run }: CheckContext, samples: readonly T[]): readonly T[] =>
  run.depth === 'quick' ? [] : samples

/**
 * Draws some of the values, each at most once, `least` or more; they shrink to those at fault. The minimum is enforced by a filter, since
 * fast-check never drops the last elements of a list with a `minLength`.
 */
export const someOf = (values: readonly string[], least = 0): fc.Arbitrary<string[]> =>
  fc.uniqueArray(fc.constantFrom(...values), { size: 'xsmall' }).filter(drawn => drawn.length >= least)
