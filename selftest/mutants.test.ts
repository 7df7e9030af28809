import { describe, expect, test } from 'vitest'
import { requirements } from '../protocol/requirements/index.ts'
import { certifyReference, clausesThat } from './certify.ts'
import { mutants } from './mutants.ts'

describe('each fault is found by the clause that it breaks, and by no other that it does not', () => {
  test.concurrent.for(mutants)(
    '$breaks: $name',
    { timeout: 120_000 },
    async ({ breaks, falls = [], policies }, { expect }) => {
      const certified = await certifyReference({ policies })
      const broken = clausesThat(certified, 'fail', 'warn')
      expect(broken).toContain(breaks)
      expect(broken.filter(id => id !== breaks && !falls.includes(id))).toEqual([])
      expect(certified.exitCode).toBe(requirements[breaks].level === 'must' ? 1 : 0)
    },
  )
})

test('the reference itself is conformant: nothing fails, nothing warns, nothing is blocked', {
  timeout: 120_000,
}, async () => {
  const certified = await certifyReference()
  expect(clausesThat(certified, 'fail', 'warn', 'blocked')).toEqual([])
  expect(certified.report.verdict).toBe('conformant')
  expect(certified.exitCode).toBe(0)
})

test('without its expiry check it breaks CHECKOUT-04 and no other must clause', { timeout: 120_000 }, async () => {
  const expiry = mutants.find(mutant => mutant.breaks === 'CHECKOUT-04')
  const certified = await certifyReference({ policies: expiry?.policies ?? {} }, { depth: 'standard' })
  const failed = certified.report.clauses.filter(clause => clause.level === 'must' && clause.verdict === 'fail')
  expect(failed.map(clause => clause.id)).toEqual(['CHECKOUT-04'])
  expect(certified.exitCode).toBe(1)
})
