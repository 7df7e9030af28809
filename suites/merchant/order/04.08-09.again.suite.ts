import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectSignedByTarget } from '../../../harness/http/target-signature.ts'
import { expectThat, isSameJson, notApplicable } from '../../../harness/outcome.ts'
import { pause } from '../../../harness/pause.ts'
import { entryOf } from '../../../protocol/json/any-json.ts'
import { isObject, type JsonObject } from '../../../protocol/json/json.ts'
import type { OrderRequest } from '../../../schemas/messages.ts'
import { someOf, unlessQuick } from '../../members/samples.ts'
import { expectOrderAt } from '../../support/merchant/order-retrieval.ts'
import { addressesOf, orderSigned, type ReceivedOrder, signedOrder } from '../../support/merchant/orders.ts'
import { payAsControl } from '../../support/merchant/proofs.ts'
import { otherCurrency } from '../../support/merchant/signed-proof.ts'

/** What comes back under an id that was used. Headings: Order, POST /orders/create. */
const { clause } = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })

/** Sends the same request twice, seconds apart. Returns what came the second time; it may be refused (ORDER-10). */
const requestedTwice = async (context: CheckContext): Promise<ReceivedOrder> => {
  const request = context.orderRequestOf()
  await signedOrder(context, request)
  const response = await context.createOrder(request)
  const isOrder = isSuccess(response) && isObject(response.json) && isObject(response.json.order)
  if (!isOrder) notApplicable('The target refuses the same request when it comes again, as it may.')
  return response.json as unknown as ReceivedOrder
}

clause('ORDER-04', 'signature of an order that was requested twice', async context => {
  const { order, signature } = await requestedTwice(context)
  if (signature === undefined) notApplicable('The order comes without a signature (ORDER-01).')
  expectSignedByTarget(context, 'the order', { payload: order as unknown as JsonObject, signature })
})

clause('ORDER-08', 'addresses of an order that was requested twice', async context => {
  const signed = await requestedTwice(context)
  for (const address of addressesOf(signed)) await expectOrderAt(context, address, signed.order)
})

type Content = Partial<OrderRequest>

/** What a second request under an id may have other than the first. */
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

/** Members that are absent, or empty lists, say the same. */
const contentOf = (order: unknown): JsonObject =>
  Object.fromEntries(
    Object.entries(order as JsonObject).filter(
      ([name, value]) => name in changes && !(Array.isArray(value) && value.length === 0),
    ),
  )

/** Fails the clause if other content is signed under the id of an order. */
const expectNotSigned = async (context: CheckContext, changed: readonly string[]): Promise<void> => {
  const request = context.orderRequestOf()
  await expectIdTaken(context, { request, signed: await signedOrder(context, request), changed })
}

/** An order, its request, and what another request under its id has other than that. */
type Repeated = { request: OrderRequest; signed: ReceivedOrder; changed: readonly string[] }

const expectIdTaken = async (
  context: CheckContext,
  { request, signed: { order }, changed }: Repeated,
): Promise<void> => {
  const content: Content = Object.assign({}, ...changed.map(name => entryOf(changes, name)?.(context, request)))
  const response = await context.createOrder({ ...request, ...content })
  if (!isSuccess(response) || !isObject(response.json)) return
  const second = isObject(response.json.order) ? response.json.order : response.json
  // Returning the first order is also correct, since the other content is not signed.
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
    await payAsControl(context, gateway.signs(gateway.proof(orderSigned(request, { ...signed }))))
    for (const changed of ['memo', 'amount']) await expectIdTaken(context, { request, signed, changed: [changed] })
  },
  { operations: ['orders.create', 'transfer.webhook'] },
)

/** Seconds for which an order lives at least. */
const lifeSeconds = 2

clause(
  'ORDER-09',
  'used id of an order that has expired since',
  async context => {
    await signedOrder(context)
    const request = context.orderRequestOf({ expiresAt: context.now() + context.lifetime(lifeSeconds) })
    const response = await context.createOrder(request)
    if (!isSuccess(response) || !isObject(response.json))
      return notApplicable('The target takes no order that expires so soon.')
    const signed = (isObject(response.json.order)
      ? response.json
      : { order: response.json }) as unknown as ReceivedOrder
    await context.idle(pause(context.run.clock.msUntil(request.expiresAt ?? 0), context.signal))
    const again = { ...request, expiresAt: context.now() + 3_600 }
    await expectIdTaken(context, { request: again, signed, changed: ['memo'] })
  },
  { waits: true },
)
