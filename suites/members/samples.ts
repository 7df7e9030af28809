import fc from 'fast-check'
import type { CheckContext } from '../../harness/context.ts'

/** Returns the samples that a property always tries, none at quick depth, which is a first look. */
export const unlessQuick = <T>({ run }: CheckContext, samples: readonly T[]): readonly T[] =>
  run.depth === 'quick' ? [] : samples

/**
 * Draws a few of some values, each once, `least` or more; all of them together shrink to those at fault. A filter keeps the least
 * number, since a list with a bound of its own never loses its last elements.
 */
export const someOf = (values: readonly string[], least = 0): fc.Arbitrary<string[]> =>
  fc.uniqueArray(fc.constantFrom(...values), { size: 'xsmall' }).filter(drawn => drawn.length >= least)
