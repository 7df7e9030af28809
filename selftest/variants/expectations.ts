import { describe, test } from 'vitest'
import type { AnyVariant } from '../../implementations/variants/variant.ts'
import type { Role } from '../../protocol/operations.ts'
import { isWhole } from '../size.ts'
import { alarmsOfEach, type Trials } from './alarms.ts'
import { groupsOfVariants } from './groups.ts'

/** The number of seeds for variants. */
const seeds = 10

/** Variants that one implementation can combine are certified together, except in the whole self-test. */
const groupsTried = (variants: readonly AnyVariant[]): readonly (readonly AnyVariant[])[] =>
  isWhole ? variants.map(variant => [variant]) : groupsOfVariants(variants)

/** Returns the seeds of a group: all ten, or one that depends on its index, so that neighbours differ. */
const trialsOf = (at: number): Pick<Trials, 'first' | 'seeds'> =>
  isWhole ? { first: 1, seeds } : { first: 1 + (at % seeds), seeds: 1 }

/** Expects that a conformant implementation has no failure, warning or blocked check with any of its seeds. */
export const describeVariants = (role: Role, variants: readonly AnyVariant[]) =>
  describe(`a ${role} that chose otherwise is conformant, without warnings or blocked clauses`, () => {
    const all = groupsTried(variants).map((group, at) => ({
      names: group.map(({ name }) => name).join('; '),
      group,
      trials: trialsOf(at),
    }))
    test.concurrent.for(all)('$names', { timeout: 600_000 }, async ({ group, trials }, { expect }) => {
      const alarms = await alarmsOfEach(role, group, { depth: 'quick', ...trials })
      expect(group.flatMap(({ name }, at) => (alarms[at] ?? []).map(alarm => `${name}: ${alarm}`))).toEqual([])
    })
  })
