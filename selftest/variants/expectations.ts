import { describe, test } from 'vitest'
import type { Role } from '../../protocol/operations.ts'
import { isWhole } from '../size.ts'
import { type AnyVariant, alarmsOf, type Trials } from './alarms.ts'

/** The seeds that variants meet. */
const seeds = 10

/** Returns the seeds of a variant by its place in the list: all ten, or one, so that neighbours meet different ones. */
const trialsOf = (at: number): Pick<Trials, 'first' | 'seeds'> =>
  isWhole ? { first: 1, seeds } : { first: 1 + (at % seeds), seeds: 1 }

/** Expects that nothing fails, warns or is blocked at a conformant implementation, with any of its seeds. */
export const describeVariants = (role: Role, variants: readonly AnyVariant[]) =>
  describe(`a ${role} that chose otherwise is conformant, without warnings or blocked clauses`, () => {
    const all = variants.map((variant, at) => ({ name: variant.name, variant, trials: trialsOf(at) }))
    test.concurrent.for(all)('$name', { timeout: 600_000 }, async ({ variant, trials }, { expect }) => {
      expect(await alarmsOf(role, variant, { depth: 'quick', ...trials })).toEqual([])
    })
  })
