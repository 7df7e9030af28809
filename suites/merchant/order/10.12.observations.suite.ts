import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { isSameJson, notApplicable } from '../../../harness/outcome.ts'
import type { OrderRequest } from '../../../schemas/messages.ts'
import { orderIn, plainly, retrieve, retrievedOrder } from '../../support/merchant/order-retrieval.ts'
import { addressesOf, plainRequest, type ReceivedOrder, signedOrder } from '../../support/merchant/orders.ts'
import { answerOf } from '../../support/observations.ts'
import { isAuthenticationRequired } from '../../support/reachability.ts'

/** What POST /orders/create and Order URLs leave open. */
export const orderChoices = defineSuite({ id: 'order-choices', roles: ['merchant'], operations: ['orders.create'] })
const { clause } = orderChoices

const signs = async (context: CheckContext, changes: Partial<OrderRequest>): Promise<string> => {
  const response = await context.createOrder(context.orderRequestOf(changes))
  return isSuccess(response) ? 'signed' : answerOf(response)
}

/** How a request under the id of an order is answered. */
const toldBy = async (sent: PromiseLike<HttpResponse>, first: object, expectSame: string): Promise<string> => {
  const response = await sent
  if (!isSuccess(response)) return answerOf(response)
  return isSameJson(member(response.json, 'order'), first) ? expectSame : 'another order'
}

clause.observe('ORDER-10', 'the same request again', async context => {
  const request = context.orderRequestOf()
  const first = await signedOrder(context, request)
  const again = (content: OrderRequest, expectSame: string) =>
    toldBy(context.createOrder(content), first.order, expectSame)
  context.observe({
    'the same request again': await again(request, 'the same order'),
    'other content under a known id': await again({ ...request, memo: 'Another memo' }, 'the first order'),
  })
})

clause.observe('ORDER-10', 'items that do not add up, and an expiry in the past', async context => {
  await signedOrder(context)
  const price = context.money.amount(3)
  context.observe({
    'items that do not add up': await signs(context, {
      items: [{ id: 'item-1', name: 'Conformance item', quantity: 2, price }],
    }),
    'expiry in the past': await signs(context, { expiresAt: context.now() - 86_400 }),
  })
})

/** Ids that cannot stand in an address as they are, or make a long one. */
const awkwardIds = (context: CheckContext): Record<string, string> => ({
  'id with a slash': `${context.fresh('order')}/x`,
  'id of one dot': '.',
  'id of two dots': '..',
  'id of 300 characters': context.fresh('order').padEnd(300, 'x'),
  'id of 3,000 characters': context.fresh('order').padEnd(3_000, 'x'),
})

/** Whether an order with this id is found at its address, where it is signed. */
const found = async (context: CheckContext, id: string): Promise<string> => {
  // Nothing in it changes from run to run: where the id does not, either, this is the same request again.
  const response = await context.createOrder({ ...plainRequest(context), id })
  if (!isSuccess(response)) return answerOf(response)
  const order = await retrievedOrder(context, response.json as unknown as ReceivedOrder)
  return member(order, 'id') === id ? 'at its address' : 'not at its address'
}

clause.observe('ORDER-10', 'ids that do not fit into an address', async context => {
  await signedOrder(context)
  const tried = Object.entries(awkwardIds(context)).map(async ([name, id]) => [name, await found(context, id)] as const)
  context.observe(Object.fromEntries(await Promise.all(tried)))
})

const firstAddress = async (context: CheckContext): Promise<string> => {
  const [address] = addressesOf(await signedOrder(context))
  return address ?? notApplicable('The order has no addresses (ORDER-05).')
}

clause.observe('ORDER-10', 'what urls.order returns', async context => {
  const response = await retrieve(context, await firstAddress(context))
  const whole = orderIn(response)
  const isSigned = whole !== undefined && member(response?.json, 'signature') !== undefined
  const shape = isSigned ? 'a signed order' : 'a bare order'
  const none = response ? answerOf(response) : 'nothing listens there'
  context.observe({ 'urls.order returns': whole === undefined ? none : shape })
})

clause.observe('ORDER-12', 'urls.order without authentication headers', async context => {
  const response = await plainly(context, await firstAddress(context))
  if (response === undefined) return context.observe({ 'urls.order': 'nothing listens there' })
  const found = isAuthenticationRequired(response)
    ? 'asks for headers'
    : isSuccess(response)
      ? 'answers'
      : answerOf(response)
  context.observe({ 'urls.order': found }, summary(response))
})
