import { describe, test } from 'vitest'
import type { Role } from '../../protocol/operations.ts'
import type { CommonPolicies } from '../../reference/every-role/policies.ts'
import { checksOf } from '../../suites/index.ts'
import { type Certified, certifyImplementation } from '../certify.ts'
import type { Variant } from './variant.ts'

/** The checks that draw values by the seed. */
const propertyChecks = (role: Role): string[] =>
  checksOf(role)
    .filter(({ kind }) => kind === 'property')
    .map(({ id }) => id)

/** What failed, warned or was blocked, each with its reason. */
const problemsOf = ({ report }: Certified): string[] =>
  report.checks
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn' || verdict === 'blocked')
    .map(({ id, verdict, message, reason }) => `${id}: ${verdict}, ${message ?? reason}`)

/**
 * Each choice that the document leaves open breaks nothing, stops nothing and is not warned of, whatever the values drawn: the whole suite runs
 * with the first seed, and what draws values by it with the others as well.
 */
export const describeVariants = (role: Role, variants: readonly Variant<CommonPolicies>[], seeds = 10) =>
  describe(`a ${role} that chose otherwise is conformant, and nothing of it warns or is blocked`, () => {
    test.concurrent.for(variants)('$name', { timeout: 600_000 }, async (variant, { expect }) => {
      const whole = await certifyImplementation(role, variant, { seed: 1 })
      expect(problemsOf(whole)).toEqual([])
      expect(whole.report.verdict).toBe('conformant')
      for (let seed = 2; seed <= seeds; seed++) {
        const drawn = await certifyImplementation(role, variant, { seed, only: propertyChecks(role) })
        expect(problemsOf(drawn)).toEqual([])
      }
    })
  })
