import { afterAll, describe, test } from 'vitest'
import { Refusal } from '../../protocol/errors.ts'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import type { GatewayPolicies } from '../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../reference/gateway/policies.ts'
import { merchantPolicies } from '../../reference/merchant/policies.ts'
import { clausesThat } from '../certify.ts'
import { addProxy, certifyChanged, certifyMerchant, closeTargets, withIdentity } from '../support/changed-set-up.ts'

afterAll(closeTargets)

/** Leaves two units of the currency in the treasury at the first transfer. */
const thinTreasury = (): Partial<GatewayPolicies> => {
  let isThin = false
  return {
    move: (movement, store) => {
      const { from } = movement
      if (!isThin) store.credit(from.ocid, from.currency, 200n - from.balance)
      isThin = true
      return gatewayPolicies.move(movement, store)
    },
  }
}

test('a treasury with less than a run needs blocks the checks that it cannot pay, and nothing fails', async ({
  expect,
}) => {
  const certified = await certifyChanged(settings => settings, thinTreasury())
  expect(clausesThat(certified, 'fail', 'warn')).toEqual([])
  expect(certified.exitCode).toBe(3)
  const finding = certified.report.preflight?.find(({ name }) => name === 'treasury')
  expect(finding).toMatchObject({ ok: false, severity: 'warning' })
  expect(finding?.message).toMatch(/^The treasury \(3001\) holds about 1\.\d\d USD, and a run uses up to 50\.00 USD\.$/)
  expect(certified.report.clauses.find(({ verdict }) => verdict === 'blocked')?.reason).toContain('fund it')
}, 120_000)

test('a merchant that knows only some of the listed callers is judged by their requests', async ({ expect }) => {
  const certified = await certifyMerchant(s => withIdentity(s, 'gateway2', { ocid: 4999 }))
  const finding = certified.report.preflight?.find(({ name }) => name === 'identity gateway2')
  expect(finding).toMatchObject({ ok: false, severity: 'warning' })
  expect(clausesThat(certified, 'fail', 'warn')).toEqual([])
  expect(clausesThat(certified, 'pass')).toContain('WEBHOOK-01')
  expect(certified.exitCode).toBe(3)
}, 120_000)

test('a merchant with a different OCID from the settings is reported, and the requests that it then refuses are blocked', async ({
  expect,
}) => {
  const certified = await certifyMerchant(settings => ({
    ...settings,
    target: { role: 'merchant', baseUrl: settings.target?.baseUrl ?? '', ocid: 1999, environment: 'test' },
  }))
  const finding = certified.report.preflight?.find(({ name }) => name === 'orders')
  expect(finding).toMatchObject({ ok: false, severity: 'warning', remedy: expect.stringContaining('--ocid') })
  expect(finding?.message).toMatch(/^An order over \S+ USD for OCID 1999 is refused: 400 INVALID_REQUEST \(/)
  expect(clausesThat(certified, 'fail', 'warn')).toEqual([])
  const clause = certified.report.clauses.find(({ id }) => id === 'ORDER-01')
  expect(clause).toMatchObject({ verdict: 'blocked', reason: expect.stringContaining('--ocid') })
  expect(certified.exitCode).toBe(3)
}, 120_000)

test('a merchant that is sold out is blocked with the remedy, and fails nothing', async ({ expect }) => {
  const certified = await certifyMerchant(settings => settings, {
    orderRules: [() => new Refusal('SOLD_OUT', 409, 'Nothing is left.')],
  })
  expect(clausesThat(certified, 'fail', 'warn')).toEqual([])
  expect(certified.exitCode).toBe(3)
  const clause = certified.report.clauses.find(({ id }) => id === 'ORDER-01')
  expect(clause).toMatchObject({
    verdict: 'blocked',
    reason: expect.stringContaining('make it accept some during the run'),
  })
}, 120_000)

test('a merchant that rejects every order for its content is judged by its rejections', async ({ expect }) => {
  const certified = await certifyMerchant(settings => ({ ...settings, only: ['ORDER-01'] }), {
    orderRules: [() => new Refusal('INVALID_REQUEST', 400, 'The order is malformed.')],
  })
  expect(clausesThat(certified, 'fail')).toEqual(['ORDER-01'])
}, 120_000)

test('a merchant that declares a capability of a gateway is certified as a merchant, as in the settings', async ({
  expect,
}) => {
  const certified = await certifyMerchant(settings => ({ ...settings, only: ['META-06', 'ORDER-01'] }), {
    metadata: (identity, key, profile) =>
      merchantPolicies.metadata(
        { ...identity, config: { ...identity.config, capabilities: ['payment.create'] } },
        key,
        profile,
      ),
  })
  expect(certified.report.preflight).toContainEqual(expect.objectContaining({ name: 'role', severity: 'info' }))
  expect(certified.exitCode).toBe(0)
}, 120_000)

test('a public address that only the target can reach is not an obstacle', async ({ expect }) => {
  const certified = await certifyChanged(s => ({
    ...s,
    counterpart: { ...s.counterpart, publicUrl: 'http://127.0.0.1:9' },
  }))
  expect(certified.report.preflight?.map(finding => finding.message).join(' ')).toMatch(
    /does not answer at its public address .*The target reaches it nevertheless/,
  )
  expect(clausesThat(certified, 'fail', 'warn', 'blocked')).toEqual([])
}, 120_000)

const obstacles: [string, () => ReturnType<typeof certifyChanged>, RegExp][] = [
  [
    'a proxy that strips the headers',
    () => certifyChanged(s => addProxy(s, name => !name.startsWith('x-oc-'))),
    /strips the X-OC headers/,
  ],
  [
    'wrong keys for every identity',
    () =>
      certifyChanged(s =>
        Object.keys(s.identities).reduce((all, id) => withIdentity(all, id, { key: generatePrivateKey() }), s),
      ),
    /Every signed request is refused/,
  ],
]

describe('an obstacle blocks the checks that depend on it, and nothing fails', () => {
  test.concurrent.for(obstacles)('%s', async ([, run, cause], { expect }) => {
    const certified = await run()
    expect(certified.report.preflight?.map(finding => finding.message).join(' ')).toMatch(cause)
    expect(certified.exitCode).toBe(3)
    expect(clausesThat(certified, 'fail', 'warn')).toEqual([])
    expect(clausesThat(certified, 'blocked')).not.toEqual([])
  })
})
