import { expect, test } from 'vitest'
import { referenceProfile } from '../../protocol/profile.ts'
import type { GatewayPolicies } from '../../reference/gateway/policies.ts'
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

test.concurrent.for([
  ['a session that ends in time is kept', {}, 'pass'],
  ['a session that never ends is broken', { sessionStatus: session => session.status }, 'fail'],
] as [string, Partial<GatewayPolicies>, string][])(
  'PAGE-06: %s',
  { timeout: 120_000 },
  async ([, policies, verdict], { expect }) => {
    const profile = { ...referenceProfile, sessionSeconds: 3 }
    const settings = { only: ['PAGE-06'], pages: { checkout: { sessionSeconds: 3 } } }
    const { report } = await certifyReference({ policies, profile }, settings)
    expect(report.clauses.find(clause => clause.id === 'PAGE-06')?.verdict).toBe(verdict)
  },
)
