/** ORDER-08 · The order can be retrieved from each address of urls.order, and it is the order that was signed. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { agreesWith } from '../../../harness/model.ts'
import { isSameJson, notApplicable } from '../../../harness/outcome.ts'
import { isObject, memberOf } from '../../../protocol/json/json.ts'
import type { Drawn } from '../../members/draw.ts'
import { orderRequests, signAny } from '../../members/merchant-messages.ts'
import { unlessQuick } from '../../members/samples.ts'
import { anySimilarities, type Similarity, similarities, similarTexts } from '../../members/values/similar-texts.ts'
import { textOfUnits } from '../../members/values/texts.ts'
import { type OrdersModel, orderStep, startOrders } from '../../support/merchant/order-model.ts'
import { expectOrderAt, expectOrderKept } from '../../support/merchant/order-retrieval.ts'
import { addressesOf, type ReceivedOrder, signedOrder, unpaidOrder } from '../../support/merchant/orders.ts'
import { requestedTwice } from './second-request.ts'

const { clause } = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })

clause.property<Drawn>('ORDER-08', 'any order at its address', async context => {
  await signedOrder(context)
  const { arbitrary, samples } = orderRequests(context)
  return {
    arbitrary: () => arbitrary,
    examples: unlessQuick(context, samples),
    runs: 8,
    areIndependent: true,
    // Ids, which are part of most addresses, are tested below.
    test: async (on, { id: _id, ...drawn }) => {
      for (const { signed } of await signAny(on, drawn))
        for (const address of addressesOf(signed)) await expectOrderAt(on, address, signed.order)
    },
  }
})

/** Characters that are escaped in addresses, or have a meaning there. */
const escapes = [...'%+ ?#&=;é日a1', '%41', '%2F', '%25', '%2B', '%zz', '&amp;', '\\u0041']

/** Requests an order; fails the clause unless it can be retrieved from its addresses. A merchant may refuse an id for its form. */
const expectAtAddress = async (context: CheckContext, id: string): Promise<void> => {
  const response = await context.createOrder(context.orderRequestOf({ id: context.fresh('order') + id }))
  if (!isSuccess(response) || !isObject(response.json)) return
  const { json } = response
  const signed = (isObject(json.order) ? json : { order: json }) as unknown as ReceivedOrder
  for (const address of addressesOf(signed)) await expectOrderAt(context, address, signed.order)
}

clause.property<string>('ORDER-08', 'orders at their addresses whatever their ids', async control => {
  const signed = await signedOrder(control)
  for (const address of addressesOf(signed)) await expectOrderAt(control, address, signed.order)
  return {
    arbitrary: () => textOfUnits(escapes, 4),
    examples: unlessQuick(control, escapes),
    runs: 4,
    test: expectAtAddress,
  }
})

clause('ORDER-08', 'addresses of an order that was requested twice', async context => {
  const signed = await requestedTwice(context)
  for (const address of addressesOf(signed)) await expectOrderAt(context, address, signed.order)
})

clause(
  'ORDER-08',
  'order at each of its addresses',
  async context => {
    const signed = await signedOrder(context)
    const addresses = addressesOf(signed)
    if (addresses.length === 0) notApplicable('The order has no addresses (ORDER-05).')
    for (const address of addresses) await expectOrderAt(context, address, signed.order)
  },
  { firstLook: true },
)

/** How often an order is retrieved: first by the client, then by the gateway, which may do so repeatedly. */
const retrievals = 3

clause('ORDER-08', 'order at its address, again and again', async context => {
  const signed = await signedOrder(context)
  const [first] = addressesOf(signed)
  if (first === undefined) return notApplicable('The order has no addresses (ORDER-05).')
  for (let retrieved = 0; retrieved < retrievals; retrieved++) await expectOrderAt(context, first, signed.order)
})

clause('ORDER-08', 'order whose id another request has used', async context => {
  const request = context.orderRequestOf()
  const signed = await signedOrder(context, request)
  const [first] = addressesOf(signed)
  if (first === undefined) return notApplicable('The order has no addresses (ORDER-05).')
  await expectOrderAt(context, first, signed.order)
  const other = { ...request, memo: 'Another order', reference: context.fresh('ref') }
  const response = await context.createOrder(other)
  if (isSuccess(response) && !isSameJson(memberOf(response.json, 'order'), signed.order))
    notApplicable('The target signs another order under the id (ORDER-09).')
  await expectOrderKept(context, signed)
})

const order = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create', 'transfer.webhook'] })

/** Reads every order. How long it stays readable is not judged: a missing one is skipped. */
const expectUnchanged = async ({ context, orders }: OrdersModel): Promise<void> => {
  for (const { signed, isUnknown } of orders) {
    if (!isUnknown) await expectOrderKept(context, signed)
  }
}

order.clause.model(
  'ORDER-08',
  'the same order after any series of proofs',
  agreesWith({
    start: startOrders,
    step: orderStep,
    atLast: 'every order is read at its address',
    end: expectUnchanged,
    most: 4,
    runs: 4,
  }),
)

clause.property<Similarity[]>(
  'ORDER-08',
  { id: 'orders-whose-ids-are-alike-at-their-addresses', title: 'orders with similar ids at their addresses' },
  async control => {
    await unpaidOrder(control)
    const alone = await signedOrder(control)
    for (const address of addressesOf(alone)) await expectOrderAt(control, address, alone.order)
    return {
      arbitrary: () => anySimilarities,
      examples: unlessQuick(control, [[...similarities]]),
      runs: 2,
      test: async (context, chosen) => {
        const created: ReceivedOrder[] = []
        for (const id of similarTexts(context.fresh('order'), chosen)) {
          const response = await context.createOrder(context.orderRequestOf({ id }))
          // A merchant may refuse an id for its form (ORDER-01 tests whether it does so because of the other order).
          if (isSuccess(response) && isObject(response.json) && isObject(response.json.order))
            created.push(response.json as unknown as ReceivedOrder)
        }
        for (const signed of created)
          for (const address of addressesOf(signed)) await expectOrderAt(context, address, signed.order)
      },
    }
  },
)
