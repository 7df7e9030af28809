import { describe, test } from 'vitest'
import { drawsValues } from '../../harness/check.ts'
import type { Role } from '../../protocol/operations.ts'
import { type RequirementId, requirements } from '../../protocol/requirements/index.ts'
import type { CommonPolicies } from '../../reference/every-role/contract.ts'
import { checksOf } from '../../suites/index.ts'
import { type Certified, certifyImplementation, clausesThat } from '../certify.ts'
import type { Variant } from './variant.ts'

/** Returns the ids of the checks that draw values by the seed. */
const drawingChecks = (role: Role): string[] =>
  checksOf(role)
    .filter(drawsValues)
    .map(({ id }) => id)

type AnyVariant = Variant<CommonPolicies>

/** Returns the checks that failed, warned or were blocked, with the reason; without those that the variant is known to block. */
const problemsOf = ({ report }: Certified, { blocks = {} }: AnyVariant): string[] =>
  report.checks
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn' || verdict === 'blocked')
    .filter(({ verdict, clauses }) => verdict !== 'blocked' || !clauses.every(id => Object.hasOwn(blocks, id)))
    .map(({ id, verdict, message, reason }) => `${id}: ${verdict}, ${message ?? reason}`)

/** Returns the verdict of a variant: conformant, unless it blocks a must clause. */
const verdictOf = ({ blocks = {} }: AnyVariant): string =>
  Object.keys(blocks).some(id => requirements[id as RequirementId].level === 'must') ? 'incomplete' : 'conformant'

/**
 * Expects that nothing fails, warns or is blocked at a conformant implementation. The whole suite runs with the first
 * seed; checks that draw values run with the others as well.
 */
export const describeVariants = (role: Role, variants: readonly AnyVariant[], seeds = 10) =>
  describe(`a ${role} that chose otherwise is conformant, without warnings or blocked clauses`, () => {
    test.concurrent.for(variants)('$name', { timeout: 600_000 }, async (variant, { expect }) => {
      const whole = await certifyImplementation(role, variant, { seed: 1 })
      expect(problemsOf(whole, variant)).toEqual([])
      expect(whole.report.verdict).toBe(verdictOf(variant))
      expect(clausesThat(whole, 'blocked')).toEqual(Object.keys(variant.blocks ?? {}))
      for (let seed = 2; seed <= seeds; seed++) {
        const drawn = await certifyImplementation(role, variant, { seed, only: drawingChecks(role) })
        expect(problemsOf(drawn, variant)).toEqual([])
      }
    })
  })
