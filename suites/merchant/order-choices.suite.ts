import type { OrderRequest } from '../../schemas/messages.ts'
import { asksForHeaders } from '../answered.ts'
import type { Answer } from '../harness/answer.ts'
import { defineSuite } from '../harness/clause.ts'
import { isSame, notApplicable } from '../harness/outcome.ts'
import { isSuccess, summary } from '../harness/sent.ts'
import { member } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import { answerOf } from '../observed.ts'
import { addressesOf, plainRequest, type ReceivedOrder, signedOrder } from './orders.ts'
import { orderIn, plainly, retrieve, retrievedOrder } from './retrieval.ts'

/** What POST /orders/create and Order URLs leave open. */
export const orderChoices = defineSuite({ id: 'order-choices', roles: ['merchant'], operations: ['orders.create'] })
const { clause } = orderChoices

const signs = async (stage: Stage, changes: Partial<OrderRequest>): Promise<string> => {
  const answer = await stage.createOrder(stage.orderRequestOf(changes))
  return isSuccess(answer) ? 'signed' : answerOf(answer)
}

/** How a request under the id of an order is answered. */
const toldBy = async (sent: PromiseLike<Answer>, first: object, same: string): Promise<string> => {
  const answer = await sent
  if (!isSuccess(answer)) return answerOf(answer)
  return isSame(member(answer.json, 'order'), first) ? same : 'another order'
}

clause.observe('ORDER-10', 'the same request again', async stage => {
  const request = stage.orderRequestOf()
  const first = await signedOrder(stage, request)
  const again = (content: OrderRequest, same: string) => toldBy(stage.createOrder(content), first.order, same)
  stage.observe({
    'the same request again': await again(request, 'the same order'),
    'other content under a known id': await again({ ...request, memo: 'Another memo' }, 'the first order'),
  })
})

clause.observe('ORDER-10', 'items that do not add up, and an expiry in the past', async stage => {
  await signedOrder(stage)
  const price = stage.money.amount(3)
  stage.observe({
    'items that do not add up': await signs(stage, {
      items: [{ id: 'item-1', name: 'Conformance item', quantity: 2, price }],
    }),
    'expiry in the past': await signs(stage, { expiresAt: stage.now() - 86_400 }),
  })
})

/** Ids that cannot stand in an address as they are, or make a long one. */
const awkwardIds = (stage: Stage): Record<string, string> => ({
  'id with a slash': `${stage.fresh('order')}/x`,
  'id of one dot': '.',
  'id of two dots': '..',
  'id of 300 characters': stage.fresh('order').padEnd(300, 'x'),
  'id of 3,000 characters': stage.fresh('order').padEnd(3_000, 'x'),
})

/** Whether an order with this id is found at its address, where it is signed. */
const found = async (stage: Stage, id: string): Promise<string> => {
  // Nothing in it changes from run to run: where the id does not, either, this is the same request again.
  const answer = await stage.createOrder({ ...plainRequest(stage), id })
  if (!isSuccess(answer)) return answerOf(answer)
  const order = await retrievedOrder(stage, answer.json as unknown as ReceivedOrder)
  return member(order, 'id') === id ? 'at its address' : 'not at its address'
}

clause.observe('ORDER-10', 'ids that do not fit into an address', async stage => {
  await signedOrder(stage)
  const tried = Object.entries(awkwardIds(stage)).map(async ([name, id]) => [name, await found(stage, id)] as const)
  stage.observe(Object.fromEntries(await Promise.all(tried)))
})

const firstAddress = async (stage: Stage): Promise<string> => {
  const [address] = addressesOf(await signedOrder(stage))
  return address ?? notApplicable('The order has no addresses (ORDER-05).')
}

clause.observe('ORDER-10', 'what urls.order returns', async stage => {
  const answer = await retrieve(stage, await firstAddress(stage))
  const whole = orderIn(answer)
  const isSigned = whole !== undefined && member(answer?.json, 'signature') !== undefined
  const shape = isSigned ? 'a signed order' : 'a bare order'
  const none = answer ? answerOf(answer) : 'nothing listens there'
  stage.observe({ 'urls.order returns': whole === undefined ? none : shape })
})

clause.observe('ORDER-12', 'urls.order without authentication headers', async stage => {
  const answer = await plainly(stage, await firstAddress(stage))
  if (answer === undefined) return stage.observe({ 'urls.order': 'nothing listens there' })
  const found = asksForHeaders(answer) ? 'asks for headers' : isSuccess(answer) ? 'answers' : answerOf(answer)
  stage.observe({ 'urls.order': found }, summary(answer))
})
