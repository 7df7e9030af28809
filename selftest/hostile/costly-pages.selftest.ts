import { describe, expect, test } from 'vitest'
import type { Implementation } from '../../implementations/implementation.ts'
import type { GatewayPolicies } from '../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../reference/gateway/policies.ts'
import type { KycPolicies } from '../../reference/kyc/contract.ts'
import { kycPolicies } from '../../reference/kyc/policies.ts'
import { type Certified, certifyImplementation, clausesThat } from '../certify.ts'
import { costlyPages, withCostly } from './costly-pages.ts'

const story = 'The page tries to stall its reader.'

const consent = (what: string): Implementation<KycPolicies> => ({
  name: what,
  story,
  policies: { consentPage: view => withCostly(kycPolicies.consentPage(view), what) },
})

const checkout = (what: string): Implementation<GatewayPolicies> => ({
  name: what,
  story,
  policies: { checkoutPage: view => withCostly(gatewayPolicies.checkoutPage(view), what) },
})

/** The memory limit of this process: the heap of the page thread and its results are bounded. */
const mostBytes = 2_048 * 1_048_576

const expectHarmless = (certified: Certified) => {
  expect(clausesThat(certified, 'fail', 'warn')).toEqual([])
  expect([0, 3]).toContain(certified.exitCode)
  const untried = certified.report.checks.filter(({ verdict }) => verdict === 'blocked')
  for (const { reason } of untried)
    expect(reason).toMatch(/too costly to read|larger than the harness reads|explain pages/)
  expect(process.memoryUsage().rss).toBeLessThan(mostBytes)
}

describe('an excessively costly page fails nothing', () => {
  test.each(Object.keys(costlyPages))('consent: %s', async what => {
    const settings = { only: ['CONSENT-01', 'CALLBACK-01'], depth: 'quick' as const }
    expectHarmless(await certifyImplementation('kyc', consent(what), settings))
  })

  test.each(Object.keys(costlyPages))('checkout: %s', async what => {
    const settings = { only: ['PAGE-01', 'PAGE-03'], depth: 'quick' as const }
    expectHarmless(await certifyImplementation('gateway', checkout(what), settings))
  })

  test('and blocks its clauses if reading it exceeds the limits', async () => {
    const what = 'formatting elements that are left open before paragraphs that are'
    const certified = await certifyImplementation('kyc', consent(what), { only: ['CALLBACK-01'] })
    expect(certified.exitCode).toBe(3)
    expect(certified.report.checks.find(({ verdict }) => verdict === 'blocked')?.reason).toContain('too costly to read')
  })
})
