/** ORDER-09 · Order ids are unique: a second order with a used id and other content is not signed. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Lanes } from '../../../harness/http/lanes.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat, isSameJson, notApplicable } from '../../../harness/outcome.ts'
import { pause } from '../../../harness/pause.ts'
import { expectWinners, race, roundsOf } from '../../../harness/race.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { entryOf, textOf } from '../../../protocol/json/any-json.ts'
import { isObject, type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import type { OrderRequest } from '../../../schemas/messages.ts'
import { someOf, unlessQuick } from '../../members/samples.ts'
import { orderSigned, type ReceivedOrder, signedOrder, unpaidOrder } from '../../support/merchant/orders.ts'
import { payAsControl } from '../../support/merchant/proofs.ts'
import { otherCurrency } from '../../support/merchant/signed-proof.ts'

const { clause } = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })

type Content = Partial<OrderRequest>

/** The members that may differ in a second request with an id. */
const changes: Readonly<Record<string, (context: CheckContext, first: OrderRequest) => Content>> = {
  amount: ({ money }) => ({ amount: money.amount(200) }),
  currency: context => ({ currency: otherCurrency(context) }),
  reference: ({ fresh }) => ({ reference: fresh('ref') }),
  memo: ({ fresh }) => ({ memo: fresh('memo') }),
  expiresAt: (_, { expiresAt = 0 }) => ({ expiresAt: expiresAt + 60 }),
  items: () => ({ items: [] }),
  'name of an item': (_, { items = [] }) => ({ items: items.map(item => ({ ...item, name: 'Another item' })) }),
}
const names = Object.keys(changes)

/** Absent members and empty lists mean the same. */
const contentOf = (order: unknown): JsonObject =>
  Object.fromEntries(
    Object.entries(order as JsonObject).filter(
      ([name, value]) => name in changes && !(Array.isArray(value) && value.length === 0),
    ),
  )

/** Fails the clause if different content is signed under the id of an order. */
const expectNotSigned = async (context: CheckContext, changed: readonly string[]): Promise<void> => {
  const request = context.orderRequestOf()
  await expectIdTaken(context, { request, signed: await signedOrder(context, request), changed })
}

/** An order, its request, and how another request with the same id differs. */
type Repeated = { request: OrderRequest; signed: ReceivedOrder; changed: readonly string[] }

const expectIdTaken = async (
  context: CheckContext,
  { request, signed: { order }, changed }: Repeated,
): Promise<void> => {
  const content: Content = Object.assign({}, ...changed.map(name => entryOf(changes, name)?.(context, request)))
  const response = await context.createOrder({ ...request, ...content })
  if (!isSuccess(response) || !isObject(response.json)) return
  const second = isObject(response.json.order) ? response.json.order : response.json
  // Returning the first order is also correct: the other content is not signed.
  expectThat(isSameJson(contentOf(second), contentOf(order)), 'two orders are signed under one id', {
    expected: 'a refusal, or the first order',
    actual: `another order, by its ${changed.join(' and ')}`,
    at: response,
  })
}

clause.property<string[]>('ORDER-09', 'used id with content that differs in any member', async context => {
  await signedOrder(context)
  return {
    areIndependent: true,
    arbitrary: () => someOf(names, 1),
    examples: unlessQuick(
      context,
      names.map(name => [name]),
    ),
    runs: 2,
    test: expectNotSigned,
  }
})

clause(
  'ORDER-09',
  'used id of a paid order',
  async context => {
    const { gateway } = context
    const request = context.orderRequestOf()
    const signed = await signedOrder(context, request)
    await payAsControl(context, gateway.signs(gateway.proof(orderSigned(request, signed))))
    for (const changed of ['memo', 'amount']) await expectIdTaken(context, { request, signed, changed: [changed] })
  },
  { operations: ['orders.create', 'transfer.webhook'] },
)

/** The minimum lifetime of an order, in seconds. */
const lifeSeconds = 2

clause(
  'ORDER-09',
  { id: 'used-id-of-an-order-that-has-expired-since', title: 'used id of an order that has since expired' },
  async context => {
    await signedOrder(context)
    const request = context.orderRequestOf({ expiresAt: context.run.clock.latest() + context.lifetime(lifeSeconds) })
    const response = await context.createOrder(request)
    if (!isSuccess(response) || !isObject(response.json))
      return notApplicable('The target accepts no order that expires so soon.')
    const signed = (isObject(response.json.order)
      ? response.json
      : { order: response.json }) as unknown as ReceivedOrder
    await context.idle(pause(context.run.clock.msUntil(request.expiresAt ?? 0), context.signal))
    const again = { ...request, expiresAt: context.now() + 3_600 }
    await expectIdTaken(context, { request: again, signed, changed: ['memo'] })
  },
)

const copies = 4

/** Requests orders with different amounts under one id simultaneously; at most one of them may be signed. */
const expectOneSigned = async (context: CheckContext): Promise<void> => {
  const { id } = context.orderRequestOf()
  const entries = Array.from({ length: copies }, (_, at) => {
    const request = { ...context.orderRequestOf(), id, amount: context.money.amount(100 + at), items: [] }
    return {
      what: `an order over ${request.amount}`,
      send: async (lanes: Lanes) => ({ request, response: await context.createOrder(request, { lanes }) }),
    }
  })
  expectWinners(await race(context, entries), {
    // Returning the order of another request is also correct: this one is not signed.
    isWon: ({ request, response }) =>
      isSuccess(response) &&
      isSameAmount(textOf(memberOf(memberOf(response.json, 'order') ?? response.json, 'amount')), request.amount),
    describe: ({ response }) => summary(response),
    message: 'several orders are signed under one id',
  })
}

clause.race('ORDER-09', 'different orders under one id at the same moment', async context => {
  await unpaidOrder(context, { items: [] })
  for (const _round of roundsOf(context)) await expectOneSigned(context)
})

/** Fails the clause if different content is signed under the id of an order. */
const expectNotSignedAgain = async (context: CheckContext, as: Actor): Promise<void> => {
  const first = context.orderRequestOf()
  await context.createOrder(first).asControl()
  const other = { ...first, amount: context.money.amount(200), items: [], memo: 'Another order' }
  const response = await context.createOrder(other, { as })
  if (!isSuccess(response)) return
  // Returning the first order is also correct: the other content is not signed.
  const signed = memberOf(response.json, 'order')
  expectThat(isSameAmount(textOf(memberOf(signed, 'amount')), first.amount), 'two orders are signed under one id', {
    expected: 'a refusal, or the first order',
    actual: signed ?? summary(response),
  })
}

clause('ORDER-09', 'used id with other content', context => expectNotSignedAgain(context, context.app), {
  firstLook: true,
})

clause('ORDER-09', 'used id with other content by another caller', context =>
  expectNotSignedAgain(context, context.gateway),
)
