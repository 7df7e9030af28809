import { describe, test } from 'vitest'
import type { Role } from '../../protocol/operations.ts'
import type { CommonPolicies } from '../../reference/policies.ts'
import { checksOf } from '../../suites/index.ts'
import { certifyImplementation, clausesThat } from '../certify.ts'
import type { Variant } from './variant.ts'

/** The whole suite runs with the first seed, and what draws values by it with the others as well. */
const seeds = Array.from({ length: 10 }, (_, at) => at + 1)

/** The checks that draw values by the seed. */
const drawing = (role: Role): string[] =>
  checksOf(role)
    .filter(({ kind }) => kind === 'property')
    .map(({ id }) => id)

/** Each choice that the document leaves open breaks nothing, stops nothing and is not warned of, whatever the values drawn. */
export const describeVariants = (role: Role, variants: readonly Variant<CommonPolicies>[]) =>
  describe(`a ${role} that chose otherwise is conformant, and nothing of it warns or is blocked`, () => {
    test.concurrent.for(variants)('$name', { timeout: 600_000 }, async (variant, { expect }) => {
      for (const seed of seeds) {
        const only = seed === seeds[0] ? [] : drawing(role)
        const certified = await certifyImplementation(role, variant, { seed, only })
        expect(clausesThat(certified, 'fail', 'warn', 'blocked')).toEqual([])
        expect(certified.report.verdict).toBe(only.length === 0 ? 'conformant' : 'partial')
      }
    })
  })
