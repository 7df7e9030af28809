import { expect, test } from 'vitest'
import { certifyReference } from '../certify.ts'
import { describeMutants, describeReference } from './expectations.ts'
import { gatewayMutants } from './gateway.ts'

describeReference('gateway', () => certifyReference())

describeMutants('gateway', gatewayMutants, policies => certifyReference({ policies }))

test('without its expiry check it breaks CHECKOUT-04 and no other must clause', { timeout: 120_000 }, async () => {
  const expiry = gatewayMutants.find(mutant => mutant.breaks === 'CHECKOUT-04')
  const certified = await certifyReference({ policies: expiry?.policies ?? {} }, { depth: 'standard' })
  const failed = certified.report.clauses.filter(clause => clause.level === 'must' && clause.verdict === 'fail')
  expect(failed.map(clause => clause.id)).toEqual(['CHECKOUT-04'])
  expect(certified.exitCode).toBe(1)
})
