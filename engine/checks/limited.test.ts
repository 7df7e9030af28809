import { expect, test } from 'vitest'
import type { CheckContext } from '../../harness/context.ts'
import { codeOf } from '../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../harness/outcome.ts'
import type { Actor, RunContext } from '../../harness/run-context.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import { checkWith, runAt } from './check.test.support.ts'
import { runCheck } from './run-check.ts'

const refused = { status: 403, json: { message: 'Forbidden' } }

const rest = { bytes: new Uint8Array(), text: undefined, json: undefined, truncated: false, arrivedAt: 0 }

/** A run at a target that takes this many requests that are limited, and answers others. */
const takes = (most: number, isLimited: (method: string) => boolean = () => true): RunContext => {
  const run = runAt('quick')
  let taken = 0
  const send: RunContext['http']['send'] = async outgoing => {
    const { method } = typeof outgoing === 'function' ? outgoing() : outgoing
    const answer = isLimited(method) && ++taken > most ? refused : { status: 200, json: {} }
    return { exchange: `${taken}`, method, url: 'http://127.0.0.1/', headers: [], ...rest, ...answer }
  }
  const clock = { ...run.clock, requestNow: () => 1_700_000_000 }
  const fresh = (kind: string) => `${kind}-${taken}`
  return { ...run, profile: referenceProfile, fresh, clock, http: { ...run.http, send } } as RunContext
}

const merchant: Actor = { id: 'merchant', ocid: 2001, name: 'Merchant', key: generatePrivateKey() }

const order = { id: 'order-1', ocid: 2001, amount: '1.00', currency: 'USD' }
const accepted = { order, signature: 'ab' }

const difference = { expected: '400 ORDER_EXPIRED', actual: 'another refusal' }

type Look = (context: CheckContext) => unknown

const looks: [string, Look][] = [
  ['an expected refusal', context => context.get('/').expectRefusal(400, 'ORDER_EXPIRED')],
  ['a comparison', async context => expectThat(codeOf(await context.get('/')) === 'A', 'it differs', difference)],
  ['a choice', async context => (await context.get('/')).status !== 403 || notApplicable('It is refused.')],
]

test.each(looks)('a target that takes no more of anything blocks a check: %s', async (_, look) => {
  const check = checkWith({
    run: async context => {
      await look(context)
    },
  })
  const reason = expect.stringContaining('refuses GET / with 403, and a request that it accepted before as well')
  expect(await runCheck(takes(0), check)).toMatchObject({ outcome: 'blocked', reason })
  expect(
    (
      await runCheck(
        takes(0, () => false),
        check,
      )
    ).outcome,
  ).not.toBe('blocked')
})

test('so does one that takes no more of an operation and a sender; one that refuses a faulty request fails', async () => {
  const check = checkWith({
    run: async context => {
      await context.call('orders.checkout', accepted, { as: merchant }).asControl()
      await context.call('orders.checkout', { faulty: true }, { as: merchant }).expectRefusal(400, 'ORDER_EXPIRED')
    },
  })
  const post = (method: string) => method === 'POST'
  const reason = expect.stringContaining('refuses POST /orders/checkout with 403')
  expect(await runCheck(takes(1, post), check)).toMatchObject({ outcome: 'blocked', reason })
  let posts = 0
  const second = (method: string) => post(method) && ++posts === 2
  expect(await runCheck(takes(0, second), check)).toMatchObject({ outcome: 'fail', actual: '403' })
})

test('a limit that was found once blocks, though it admits another request by then', async () => {
  const check = checkWith({
    run: async context => {
      await context.call('orders.checkout', accepted, { as: merchant })
      await context.call('orders.checkout', { faulty: true }, { as: merchant }).expectRefusal(400, 'ORDER_EXPIRED')
    },
  })
  // Of the requests of two checks and the look between them, it takes the first and the last.
  let posts = 0
  const limited = (method: string) => method === 'POST' && ++posts !== 1 && posts !== 6
  const run = takes(0, limited)
  expect((await runCheck(run, check)).outcome).toBe('blocked')
  expect((await runCheck(run, check)).outcome).toBe('blocked')
  expect(posts).toBe(5)
})
