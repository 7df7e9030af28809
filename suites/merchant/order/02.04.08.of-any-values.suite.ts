import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectSignedByTarget } from '../../../harness/http/target-signature.ts'
import { isObject, type JsonObject } from '../../../protocol/json/json.ts'
import type { Drawn } from '../../members/draw.ts'
import { orderRequests, signAny } from '../../members/merchant-messages.ts'
import { unlessQuick } from '../../members/samples.ts'
import { anyPastTimestamp, pastTimestampSamples } from '../../members/values/numbers.ts'
import { textOfUnits } from '../../members/values/texts.ts'
import { expectOrderAt } from '../../support/merchant/order-retrieval.ts'
import { addressesOf, type ReceivedOrder, signedOrder } from '../../support/merchant/orders.ts'
import { expectReturned } from '../../support/merchant/returned-order.ts'

/** Orders of any values, in the response and at their addresses. Headings: POST /orders/create, Order URLs. */
const { clause } = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })

clause.property<Drawn>(
  'ORDER-02',
  'every member of any order returned',
  async context => {
    await signedOrder(context)
    const { arbitrary, samples } = orderRequests(context)
    return {
      arbitrary: () => arbitrary,
      examples: unlessQuick(context, samples),
      runs: 30,
      areIndependent: true,
      test: async (on, drawn) => {
        for (const { request, signed } of await signAny(on, drawn)) expectReturned(signed.order, request)
      },
    }
  },
  { long: true },
)

clause.property<number>('ORDER-02', 'expiry that is over returned', async context => {
  await signedOrder(context)
  return {
    areIndependent: true,
    arbitrary: () => anyPastTimestamp(context.now()),
    examples: unlessQuick(context, pastTimestampSamples(context.now())),
    runs: 2,
    // A merchant may refuse an order that is over (ORDER-10).
    test: async (on, expiresAt) => {
      for (const { request, signed } of await signAny(on, { expiresAt })) expectReturned(signed.order, request)
    },
  }
})

clause.property<Drawn>('ORDER-04', 'signature of any order', async context => {
  await signedOrder(context)
  const { arbitrary, samples } = orderRequests(context, 'usual')
  return {
    arbitrary: () => arbitrary,
    examples: unlessQuick(context, samples),
    runs: 8,
    // Texts of other scripts are tested by SIG-06.
    test: async (on, drawn) => {
      for (const { signed } of await signAny(on, drawn)) {
        const { order, signature } = signed
        if (signature === undefined) continue
        expectSignedByTarget(on, 'the order', { payload: order as unknown as JsonObject, signature })
      }
    },
  }
})

clause.property<Drawn>(
  'ORDER-08',
  'any order at its address',
  async context => {
    await signedOrder(context)
    const { arbitrary, samples } = orderRequests(context)
    return {
      arbitrary: () => arbitrary,
      examples: unlessQuick(context, samples),
      runs: 8,
      areIndependent: true,
      // Ids, which are part of most addresses, are tried below.
      test: async (on, { id: _id, ...drawn }) => {
        for (const { signed } of await signAny(on, drawn))
          for (const address of addressesOf(signed)) await expectOrderAt(on, address, signed.order)
      },
    }
  },
  { long: true },
)

/** What addresses escape, or read as something else than text. */
const escapes = [...'%+ ?#&=;é日a1', '%41', '%2F', '%25', '%2B', '%zz', '&amp;', '\\u0041']

/** Requests an order, and fails the clause unless it is at its addresses. A merchant may refuse an id for what it is. */
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
