import { expect, test } from 'vitest'
import type { JsonObject } from '../../protocol/json/json.ts'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import type { RecordedRequest, RequestFilter } from '../counterpart.ts'
import { Blocked } from '../outcome.ts'
import type { RunContext } from '../run-context.ts'
import { acceptedLike, keepAccepted, lookForLimit, mayBeUnread } from './limited.ts'
import { responseWith } from './response.test.fixture.ts'
import type { Call } from './signed-call.ts'

const refusalOf = (status: number, code: string) => responseWith({ status, json: { error: { code } } })
const what = 'POST /orders/checkout'
const limit = refusalOf(403, 'FRAUD_SUSPECTED')

test('finds a limit if a request that was accepted before is refused in the same words', async () => {
  const found = await lookForLimit({ refusal: limit, what, again: async () => limit })?.()
  expect(found).toBeInstanceOf(Blocked)
  expect(found?.message).toContain('it accepts no more. Lift its limits for the run, or give --max-rps')
})

test.each([
  ['is accepted', responseWith({ status: 200 })],
  ['is refused with another code', refusalOf(403, 'DUPLICATE')],
  ['is refused with another status', refusalOf(400, 'FRAUD_SUSPECTED')],
])('finds none if a request that was accepted before %s', async (_, again) => {
  expect(await lookForLimit({ refusal: limit, what, again: async () => again })?.()).toBeUndefined()
})

test.each([
  ['a code of the document', refusalOf(400, 'ORDER_EXPIRED')],
  ['a request that is known', refusalOf(409, 'DUPLICATE')],
  ['a crash', responseWith({ status: 500 })],
])('does not look after %s', (_, refusal) => {
  expect(lookForLimit({ refusal, what, again: async () => refusal })).toBeUndefined()
})

const gateway = { id: 'gateway', ocid: 4001, name: 'Gateway', key: generatePrivateKey() }
const call: Call = {
  operation: 'transfer.webhook',
  body: { proof: { issuer: 4001 }, signature: '' },
  sendOptions: { as: gateway },
}

/** A run whose counterpart has answered requests for the metadata of an identity. */
const runAfter = (ocid: number, responseStatus?: number): RunContext => {
  const all = [{ kind: 'metadata', ocid, ...(responseStatus === undefined ? {} : { responseStatus }) }]
  const find = (filter: RequestFilter) => (all as RecordedRequest[]).filter(filter)
  return { counterpart: { journal: { find } } } as unknown as RunContext
}

test.each([
  ['failed for another identity', runAfter(4003, 503), true],
  ['was cut off for another identity', runAfter(4003), true],
  ['failed for the same identity', runAfter(4001, 503), false],
  ['never failed', runAfter(4003, 200), false],
])('keys may be unread if the metadata %s', (_, run, expected) => {
  expect(mayBeUnread(run, call)).toBe(expected)
})

test('finds that keys are not read, if they may be unread', async () => {
  const refusal = refusalOf(400, 'PROOF_SIGNATURE_INVALID')
  const found = await lookForLimit({ refusal, what, isUnread: () => true, again: async () => refusal })?.()
  expect(found?.message).toContain('it may rest the host of all identities')
  expect(lookForLimit({ refusal, what, again: async () => refusal })).toBeUndefined()
})

test('an accepted order is sent again under a new id, and an ill-formed one never', () => {
  const run = {} as RunContext
  const orders = (body: JsonObject): Call => ({ operation: 'orders.create', body, sendOptions: { as: gateway } })
  const order = { id: 'order-1', ocid: 2001, amount: '1.00', currency: 'USD' }
  keepAccepted(run, orders({ ...order, ocid: 'merchant' }))
  expect(acceptedLike(run, orders(order))).toBeUndefined()
  keepAccepted(run, orders(order))
  const { body } = acceptedLike(run, orders(order)) ?? {}
  expect(body).toEqual({ ...order, id: expect.stringMatching(/^order-[-0-9a-f]{36}$/) })
})
