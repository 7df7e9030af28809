/**
 * ORDER-10 · The same request again (same order or an error); items that do not add up to the amount; expiresAt in the
 * past; what urls.order returns (signed order or bare order).
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { isSameJson, notApplicable } from '../../../harness/outcome.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import type { OrderRequest } from '../../../schemas/messages.ts'
import { orderIn, retrieve, retrievedOrder } from '../../support/merchant/order-retrieval.ts'
import { minimalRequest, orderSigned, type ReceivedOrder, signedOrder } from '../../support/merchant/orders.ts'
import { payAsControl } from '../../support/merchant/proofs.ts'
import { answerOf } from '../../support/observations.ts'
import { firstAddress } from './first-address.ts'

const { clause } = defineSuite({ id: 'order-choices', roles: ['merchant'], operations: ['orders.create'] })

const outcomeWith = async (context: CheckContext, changes: Partial<OrderRequest>): Promise<string> => {
  const response = await context.createOrder(context.orderRequestOf(changes))
  return isSuccess(response) ? 'signed' : answerOf(response)
}

/** Returns the word for the response to a request under a used id. */
const outcomeUnderId = async (sent: PromiseLike<HttpResponse>, first: object, expectSame: string): Promise<string> => {
  const response = await sent
  if (!isSuccess(response)) return answerOf(response)
  return isSameJson(memberOf(response.json, 'order'), first) ? expectSame : 'another order'
}

clause.observe('ORDER-10', 'the same request again', async context => {
  const request = context.orderRequestOf()
  const first = await signedOrder(context, request)
  const again = (content: OrderRequest, expectSame: string) =>
    outcomeUnderId(context.createOrder(content), first.order, expectSame)
  context.observe({
    'the same request again': await again(request, 'the same order'),
    'other content under a known id': await again({ ...request, memo: 'Another memo' }, 'the first order'),
  })
})

clause.observe('ORDER-10', 'items that do not add up, and an expiry in the past', async context => {
  await signedOrder(context)
  const price = context.money.amount(3)
  context.observe({
    'items that do not add up': await outcomeWith(context, {
      items: [{ id: 'item-1', name: 'Conformance item', quantity: 2, price }],
    }),
    'expiry in the past': await outcomeWith(context, { expiresAt: context.now() - 86_400 }),
  })
})

/** Returns ids that addresses must escape, or that make them long. */
const unusualIds = (context: CheckContext): Record<string, string> => ({
  'id with a slash': `${context.fresh('order')}/x`,
  'id of one dot': '.',
  'id of two dots': '..',
  'id of 300 characters': context.fresh('order').padEnd(300, 'x'),
  'id of 3,000 characters': context.fresh('order').padEnd(3_000, 'x'),
})

/** Creates an order with an id; returns the word for whether it can be retrieved. */
const retrievalWord = async (context: CheckContext, id: string): Promise<string> => {
  // The request is the same in every run, so a constant id would repeat it.
  const response = await context.createOrder({ ...minimalRequest(context), id })
  if (!isSuccess(response)) return answerOf(response)
  const order = await retrievedOrder(context, response.json as unknown as ReceivedOrder)
  return memberOf(order, 'id') === id ? 'at its address' : 'not at its address'
}

clause.observe('ORDER-10', 'ids that do not fit into an address', async context => {
  await signedOrder(context)
  const tried = Object.entries(unusualIds(context)).map(
    async ([name, id]) => [name, await retrievalWord(context, id)] as const,
  )
  context.observe(Object.fromEntries(await Promise.all(tried)))
})

clause.observe('ORDER-10', 'what urls.order returns', async context => {
  const response = await retrieve(context, await firstAddress(context))
  const whole = orderIn(response)
  const isSigned = whole !== undefined && memberOf(response?.json, 'signature') !== undefined
  const shape = isSigned ? 'a signed order' : 'a bare order'
  const none = response ? answerOf(response) : 'nothing listens there'
  context.observe({ 'urls.order returns': whole === undefined ? none : shape })
})

clause.observe(
  'ORDER-10',
  'urls.order of a paid order',
  async context => {
    const { gateway } = context
    const request = context.orderRequestOf()
    const signed = await signedOrder(context, request)
    if ((await retrievedOrder(context, signed)) === undefined)
      notApplicable('The order cannot be retrieved from urls.order (ORDER-08).')
    await payAsControl(context, gateway.signs(gateway.proof(orderSigned(request, { ...signed }))))
    const isThere = (await retrievedOrder(context, signed)) !== undefined
    context.observe({ 'urls.order of a paid order': isThere ? 'at its address' : 'not at its address' })
  },
  { operations: ['orders.create', 'transfer.webhook'] },
)
