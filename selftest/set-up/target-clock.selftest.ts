import { describe, expect, test } from 'vitest'
import { plainSettings } from '../../engine/settings/plain-settings.test.support.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import { startReference } from '../../engine/target/reference-target.ts'
import { type Role, roles } from '../../protocol/operations.ts'
import { gatewayPolicies } from '../../reference/gateway/policies.ts'
import type { ServeOptions } from '../../sandbox/serve.ts'
import { checksOf } from '../../suites/index.ts'
import { type Certified, certifyReference, certifyTarget, clausesThat } from '../certify.ts'
import { verdictLine } from '../verdict-lines.ts'

const settings: RunSettings = { ...plainSettings, depth: 'quick' }
const token = '0123456789abcdef'
const day = 86_400

type Moved = { by: number; times: number; changes?: Partial<ServeOptions>; only?: string[] }

/** Certifies a reference whose clock is already ahead, `times` times in sequence. */
const certifyMoved = async (role: Role, { by, times, changes = {}, only = [] }: Moved): Promise<Certified[]> => {
  const reference = await startReference({ ...settings, only }, role, { ...changes, clock: { token } })
  const url = `${reference.settings.target?.baseUrl}/clock`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const certified: Certified[] = []
  try {
    await fetch(url, { method: 'POST', headers, body: JSON.stringify({ seconds: by }) })
    while (certified.length < times)
      certified.push(await certifyTarget({ ...reference.settings, targetClock: { url, token } }))
    return certified
  } finally {
    await reference.close()
  }
}

/** The checks that outlast a run without a clock. */
const waitsForClock = ['hosted-page-once/expired-session']

/** Returns the verdicts of the checks, except those that wait, which a busy machine may leave untried, and those that need the clock. */
const verdictsOf = (role: Role, certified: Certified) => {
  const waiting = checksOf(role).filter(({ id, waits }) => waits || waitsForClock.includes(id))
  const { checks = {} } = verdictLine('', certified)
  return Object.entries(checks).filter(([id]) => waiting.every(check => check.id !== id))
}

describe('a target whose clock can be advanced', () => {
  test.each(roles)('%s: has the same verdicts as without, also in the next run', async role => {
    const without = await certifyReference({}, settings, role)
    for (const certified of await certifyMoved(role, { by: day, times: role === 'gateway' ? 2 : 1 })) {
      expect(verdictsOf(role, certified)).toEqual(verdictsOf(role, without))
      expect(certified.exitCode).toBe(0)
      const tried = certified.report.checks.filter(({ id }) => waitsForClock.includes(id))
      expect(tried.map(({ verdict }) => verdict)).toEqual(role === 'gateway' ? ['pass'] : [])
    }
    const untried = without.report.checks.filter(({ id }) => waitsForClock.includes(id))
    expect(untried.every(({ verdict }) => verdict === 'not-applicable')).toBe(true)
  })

  test('reveals that a session of half an hour never ends', async () => {
    const never = { sessionStatus: ({ status }: { status: 'pending' | 'paid' | 'cancelled' | 'expired' }) => status }
    const changes = { policies: { gateway: never } }
    const [certified] = await certifyMoved('gateway', { by: 1, times: 1, changes, only: ['PAGE-06'] })
    expect(certified && clausesThat(certified, 'fail')).toEqual(['PAGE-06'])
  })

  test('reveals at a first look that an expired order is paid, whichever check advances the clock first', async () => {
    const withoutExpiry: typeof gatewayPolicies.sessionStatus = (session, now, gateway) => {
      const { expiresAt: _expiresAt, ...order } = session.order
      return gatewayPolicies.sessionStatus({ ...session, order }, now, gateway)
    }
    const changes = { policies: { gateway: { sessionStatus: withoutExpiry } } }
    const [certified] = await certifyMoved('gateway', { by: 1, times: 1, changes, only: ['PAGE-06', 'PAGE-13'] })
    expect(certified && clausesThat(certified, 'fail')).toEqual(['PAGE-13'])
  })

  test('that does not report how far it was advanced is a wrong set-up, and its token is not shown', async () => {
    const reference = await startReference({ ...settings, only: ['META-01'] }, 'kyc', { clock: { token } })
    try {
      const url = `${reference.settings.target?.baseUrl}/clock`
      const wrong = { url, token: 'another secret 12' }
      const { report, exitCode } = await certifyTarget({ ...reference.settings, targetClock: wrong })
      expect(exitCode).toBe(2)
      const finding = report.preflight?.find(({ name }) => name === 'target.clock')
      expect(finding?.message).toMatch(/^The address of the target's clock does not report its aheadSeconds: 401 /)
      expect(JSON.stringify(report).includes(wrong.token)).toBe(false)
    } finally {
      await reference.close()
    }
  })
})
