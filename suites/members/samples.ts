import type { CheckContext } from '../../harness/context.ts'

/** Returns the samples that a property always tries, none at quick depth, which is a first look. */
export const unlessQuick = <T>({ run }: CheckContext, samples: readonly T[]): readonly T[] =>
  run.depth === 'quick' ? [] : samples
