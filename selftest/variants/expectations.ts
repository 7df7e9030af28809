import { describe, test } from 'vitest'
import type { Role } from '../../protocol/operations.ts'
import type { CommonPolicies } from '../../reference/every-role/contract.ts'
import { checksOf } from '../../suites/index.ts'
import { type Certified, certifyImplementation } from '../certify.ts'
import type { Variant } from './variant.ts'

/** Returns the ids of the checks that draw values by the seed. */
const propertyChecks = (role: Role): string[] =>
  checksOf(role)
    .filter(({ kind }) => kind === 'property')
    .map(({ id }) => id)

/** Returns the checks that failed, warned or were blocked, with the reason. */
const problemsOf = ({ report }: Certified): string[] =>
  report.checks
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn' || verdict === 'blocked')
    .map(({ id, verdict, message, reason }) => `${id}: ${verdict}, ${message ?? reason}`)

/**
 * Expects that nothing fails, warns or is blocked at a conformant implementation. The whole suite runs with the first
 * seed; checks that draw values run with the others as well.
 */
export const describeVariants = (role: Role, variants: readonly Variant<CommonPolicies>[], seeds = 10) =>
  describe(`a ${role} that chose otherwise is conformant, without warnings or blocked clauses`, () => {
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
