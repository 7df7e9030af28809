import type { OrderRequest } from '../../schemas/messages.ts'
import { asksForHeaders } from '../answered.ts'
import type { Answer } from '../harness/answer.ts'
import { defineSuite } from '../harness/clause.ts'
import { isSame, notApplicable } from '../harness/outcome.ts'
import { isSuccess, summary } from '../harness/sent.ts'
import { member } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import { answerOf } from '../observed.ts'
import { addressesOf, signedOrder } from './orders.ts'
import { orderIn, plainly, retrieve } from './retrieval.ts'

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
