import { describe, test } from 'vitest'
import { requirements } from '../../protocol/requirements/index.ts'
import { violations } from '../../schemas/validate.ts'
import { type Certified, clausesThat } from '../certify.ts'
import type { Mutant } from './mutant.ts'

/** Each fault is found by a check of the clause that it breaks, and makes no clause fail or warn that has nothing to do with it. */
export const describeMutants = <P>(
  role: string,
  mutants: readonly Mutant<P>[],
  certify: (policies: Partial<P>) => Promise<Certified>,
) =>
  describe(`each fault of a ${role} is found by the clause that it breaks, and by none that it does not`, () => {
    test.concurrent.for(mutants)(
      '$breaks: $name',
      { timeout: 120_000 },
      async ({ breaks, falls = [], policies = {} }, { expect }) => {
        const certified = await certify(policies)
        const broken = clausesThat(certified, 'fail', 'warn')
        expect(broken).toContain(breaks)
        expect(broken.filter(id => id !== breaks && !falls.includes(id))).toEqual([])
        const isMust = [breaks, ...falls].some(id => requirements[id].level === 'must' && broken.includes(id))
        expect(certified.exitCode).toBe(isMust ? 1 : 0)
      },
    )
  })

/** The reference itself: nothing fails, nothing warns, nothing is blocked. */
export const describeReference = (role: string, certify: () => Promise<Certified>) =>
  test.concurrent(`the reference ${role} is conformant, and nothing of it warns or is blocked`, {
    timeout: 120_000,
  }, async ({ expect }) => {
    const certified = await certify()
    expect(clausesThat(certified, 'fail', 'warn', 'blocked')).toEqual([])
    expect(certified.report.verdict).toBe('conformant')
    expect(certified.exitCode).toBe(0)
    expect(violations('report', JSON.parse(JSON.stringify(certified.report)))).toEqual([])
  })
