import { isDeclared } from '../../../harness/capabilities.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import type { PaymentRequest } from '../../../schemas/messages.ts'
import { isFetched, isFetchedSoFar } from '../../support/gateway/checkout/order-fetch.ts'
import { createPayment, referencedOrder, txidOf } from '../../support/gateway/transactions.ts'
import { outcomeOf, refusalNote, statusOf } from '../../support/observations.ts'

const payFor = (context: CheckContext, changes: Partial<PaymentRequest>) =>
  context.pay(context.paymentOf(context.merchant, changes))

/** What the document leaves open of orders and settlement. Heading: POST /payment/create. */
const { clause } = defineSuite({ id: 'payment-choices', roles: ['gateway'], operations: ['payment.create'] })

clause.observe(
  'PAYMENT-10',
  'order urls',
  async context => {
    const { order, orderReference } = referencedOrder(context, 100)
    const response = await payFor(context, { amount: order.amount, order: orderReference })
    await isFetched(context, orderReference.urls)
    context.atEndOfRun(() => {
      const fetched = isFetchedSoFar(context, orderReference.urls) ? 'fetched' : 'not fetched'
      context.observe({ 'order.urls': fetched, 'order that agrees': outcomeOf(response) }, refusalNote(response))
    })
  },
  { waits: true },
)

clause.observe('PAYMENT-10', 'order that disagrees', async context => {
  await createPayment(context)
  const { order, orderReference } = referencedOrder(context, 100)
  const otherAmount = await payFor(context, { amount: context.money.amount(99), order: orderReference })
  const theirs = referencedOrder(context, 100, context.merchant2)
  const otherMerchant = await payFor(context, { amount: order.amount, order: theirs.orderReference })
  context.observe(
    { 'order of another amount': outcomeOf(otherAmount), 'order of another merchant': outcomeOf(otherMerchant) },
    refusalNote(otherAmount, otherMerchant),
  )
})

clause.observe('PAYMENT-10', 'expiry in the past', async context => {
  await createPayment(context)
  const response = await payFor(context, { expiresAt: context.now() - 3_600 })
  const json = isSuccess(response) ? (await context.verify(txidOf(response.json))).json : undefined
  const status = json === undefined ? {} : { 'verify after expiresAt in the past': statusOf(memberOf(json, 'status')) }
  context.observe({ 'expiresAt in the past': outcomeOf(response), ...status }, refusalNote(response))
})

clause.observe('PAYMENT-10', 'settle of an unknown payment', async context => {
  const declared = isDeclared(context, 'payment.settle') ? 'declared' : 'not declared'
  const body: JsonObject = { txid: context.fresh('txid'), proof: {}, signature: '' }
  const response = await context.call('payment.settle', body, { as: context.app })
  const isThere = ![404, 405, 501].includes(response.status) || summary(response) === '404 TXID_NOT_FOUND'
  context.observe({ 'payment.settle': `${declared}, ${isThere ? 'answered' : 'not answered'}` }, summary(response))
})
