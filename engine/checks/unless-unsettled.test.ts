import { expect, test } from 'vitest'
import { createAccountPool } from '../../harness/actors/account-pool.ts'
import { noResponseInTime } from '../../harness/http/connection-error.ts'
import { readBody } from '../../harness/http/response.ts'
import { moneyOf } from '../../harness/money.ts'
import { expectThat } from '../../harness/outcome.ts'
import type { Actor, RunContext } from '../../harness/run-context.ts'
import { createTreasury } from '../../harness/treasury.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import { checkWith, runAt } from './check.test.support.ts'
import { runCheck } from './run-check.ts'

const actor = (id: string, ocid: number): Actor => ({ id, ocid, name: id, key: generatePrivateKey() })
const [partner, purse] = [actor('partner', 3001), actor('purse1', 3011)]
const silence = { kind: 'timeout', message: noResponseInTime }

type Sent = { path: string; body?: string; headers: [string, string][] }

/** A run against a gateway with one purse. The first transfer of that amount gets no response, and arrives on demand. */
const gatewayRun = (lateAmount: string) => {
  const nonces = new Set<string>()
  let cents = 0
  const held: Sent[] = []
  const carryOut = ({ body = '', headers }: Sent): [status: number, code?: string] => {
    const nonce = headers.find(([name]) => name === 'X-OC-Nonce')?.[1] ?? ''
    if (nonces.has(nonce)) return [401, 'NONCE_REUSED']
    const { from, amount } = JSON.parse(body)
    const change = Math.round(Number(amount) * 100) * (from.ocid === purse.ocid ? -1 : 1)
    if (cents + change < 0) return [402, 'INSUFFICIENT_FUNDS']
    nonces.add(nonce)
    cents += change
    return [200]
  }
  const answer = ([status, code]: readonly [status: number, code?: string]) => {
    const bytes = new TextEncoder().encode(JSON.stringify(code ? { error: { code, message: '' } } : {}))
    return { status, bytes, ...readBody(bytes), headers: [['content-type', 'application/json']] }
  }
  let isLost = false
  const send = async (outgoing: Sent | (() => Sent)) => {
    const request = typeof outgoing === 'function' ? outgoing() : outgoing
    const rest = { exchange: '1', url: `http://127.0.0.1${request.path}`, method: 'POST', arrivedAt: 0 }
    if (!request.path.endsWith('/transfer/create')) return { ...rest, ...answer([200]) }
    if (!isLost && request.body?.includes(`"${lateAmount}"`)) {
      isLost = true
      held.push(request)
      return { ...rest, ...answer([0]), silence }
    }
    return { ...rest, ...answer(carryOut(request)) }
  }
  const { http, ...plain } = runAt('quick')
  const money = moneyOf('USD', { max: '100.00' })
  const run = {
    ...plain,
    ...{ money, profile: referenceProfile, treasury: createTreasury(partner.ocid, money) },
    accounts: { treasury: partner.ocid },
    identities: { partner, purse1: purse },
    accountPool: createAccountPool([purse]),
    clock: { ...plain.clock, now: () => 1, requestNow: () => 1 },
    fresh: (kind: string) => `${kind}-${nonces.size}-${Math.random()}`,
    http: { ...http, timeoutMs: 1, send },
  } as unknown as RunContext
  return { run, arrive: () => held.splice(0).map(carryOut), cents: () => cents }
}

test('an account is lent again when a transfer that got no response can no longer arrive', async () => {
  const { run, arrive, cents } = gatewayRun('0.07')
  const uses = checkWith({ run: async ({ account }) => void (await account(7)) })
  expect(await runCheck(run, uses)).toMatchObject({ outcome: 'pass' })
  expect([arrive(), cents()]).toEqual([[[401, 'NONCE_REUSED']], 0])
})

test('a check that fails after a transfer without a response is blocked, and tried again', async () => {
  const { run } = gatewayRun('0.07')
  const failing = (times: number) =>
    checkWith({
      run: async ({ account, transfer }) => {
        const owner = await account(1)
        await transfer({ from: partner, to: owner, units: 7 }).evenSilent()
        expectThat(--times < 0, 'more is paid out', { expected: 1, actual: 8 })
      },
    })
  expect(await runCheck(run, failing(1))).toMatchObject({ outcome: 'pass' })
  const always = gatewayRun('0.07')
  expect(await runCheck(always.run, failing(9))).toMatchObject({ outcome: 'fail', message: 'more is paid out' })
})
