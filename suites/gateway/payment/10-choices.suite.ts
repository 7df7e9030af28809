/**
 * PAYMENT-10 · Whether order.urls is fetched, and what a mismatch of amount or merchant answers; expiresAt in the past;
 * POST /payment/settle in full.
 */

import { isDeclared } from '../../../harness/capabilities.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { isSameJson, notApplicable } from '../../../harness/outcome.ts'
import { pause } from '../../../harness/pause.ts'
import { type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import type { PaymentRequest } from '../../../schemas/messages.ts'
import { isFetched, isFetchedSoFar } from '../../support/gateway/checkout/order-fetch.ts'
import {
  createBriefPayment,
  createPendingPayment,
  isSettled,
  type PendingPayment,
  providerProof,
  requireSettled,
  type SettleOptions,
  settle,
} from '../../support/gateway/payment/settlement.ts'
import { createPayment, proofOf, referencedOrder, txidOf } from '../../support/gateway/transactions.ts'
import { imperceptiblyMore } from '../../support/gateway/transfer/binary-amounts.ts'
import { unknownLike } from '../../support/gateway/verify/unknown-txid.ts'
import { answerOf, observeAnswers, outcomeOf, refusalNote, statusOf } from '../../support/observations.ts'

const payFor = (context: CheckContext, changes: Partial<PaymentRequest>) =>
  context.pay(context.paymentOf(context.merchant, changes))

const { clause } = defineSuite({ id: 'payment-choices', roles: ['gateway'], operations: ['payment.create'] })

clause.observe('PAYMENT-10', 'order urls', async context => {
  const { order, orderReference } = referencedOrder(context, 100)
  const response = await payFor(context, { amount: order.amount, order: orderReference })
  await isFetched(context, orderReference.urls)
  context.atEndOfRun(() => {
    const fetched = isFetchedSoFar(context, orderReference.urls) ? 'fetched' : 'not fetched'
    context.observe({ 'order.urls': fetched, 'order that agrees': outcomeOf(response) }, refusalNote(response))
  })
})

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

const choices = defineSuite({ id: 'settle-choices', roles: ['gateway'], operations: ['payment.create'] })

/** Settlements with one fault each. */
const faults: Record<string, (context: CheckContext, payment: PendingPayment) => SettleOptions> = {
  'settled under an unknown txid': (_, { txid }) => ({ txid: unknownLike(txid) }),
  'settled by an issuer that is not accepted': (context, payment) => ({
    proof: providerProof(context, payment, { issuer: context.stranger.ocid }),
    key: context.stranger.key,
  }),
  'settled by a proof that another signed': ({ app }) => ({ key: app.key }),
  'settled by a proof for another merchant': (context, payment) => ({
    proof: providerProof(context, payment, { to: { ocid: context.merchant2.ocid } }),
  }),
  'settled by a proof for another reference': (context, payment) => ({
    proof: providerProof(context, payment, { to: { reference: context.fresh('order') } }),
  }),
  'settled by a proof in another currency': (context, payment) => ({
    proof: providerProof(context, payment, { currency: payment.order.currency === 'EUR' ? 'USD' : 'EUR' }),
  }),
  'settled by a proof over another amount': (context, payment) => ({
    proof: providerProof(context, payment, { amount: context.money.amount(99) }),
  }),
  'settled by a proof over imperceptibly more': (context, payment) => ({
    proof: providerProof(context, payment, { amount: imperceptiblyMore(payment.order.amount) }),
  }),
}

choices.clause.observe('PAYMENT-10', 'settlements with one thing wrong', async context => {
  await requireSettled(context, await createPendingPayment(context))
  const responses: Record<string, HttpResponse> = {}
  let payment = await createPendingPayment(context)
  for (const [name, optionsOf] of Object.entries(faults)) {
    const response = await settle(context, payment, optionsOf(context, payment))
    responses[name] = response
    // A settled payment cannot be settled again.
    if (isSuccess(response)) payment = await createPendingPayment(context)
  }
  await observeAnswers(context, responses)
})

choices.clause.observe('PAYMENT-10', 'settled payment settled again', async context => {
  const payment = await createPendingPayment(context)
  const proof = providerProof(context, payment)
  const first = await requireSettled(context, payment, { proof })
  const again = await settle(context, payment, { proof })
  const isRepeated = isSettled(again) && isSameJson(memberOf(again.json, 'proof'), proofOf(first.json))
  const other = isSuccess(again) ? 'another answer' : answerOf(again)
  context.observe({ 'settled again by the same proof': isRepeated ? 'the same proof' : other })
  await observeAnswers(context, { 'settled again by another proof': settle(context, payment) })
})

choices.clause.observe('PAYMENT-10', 'one proof for two payments', async context => {
  const payment = await createPendingPayment(context)
  const second = await context.pay(payment.request)
  if (!isSuccess(second)) return notApplicable('The target accepts no second payment for an order.')
  const proof = providerProof(context, payment)
  await requireSettled(context, payment, { proof })
  const other = { ...payment, txid: txidOf(second.json) }
  return observeAnswers(context, { 'settled by a used proof': settle(context, other, { proof }) })
})

choices.clause.observe('PAYMENT-10', 'payments without an order', async context => {
  await requireSettled(context, await createPendingPayment(context))
  const named = await createPendingPayment(context, { order: undefined })
  const bare = await createPendingPayment(context, { order: undefined, reference: undefined })
  const settleWith = (payment: PendingPayment, reference = payment.txid) =>
    settle(context, payment, { proof: providerProof(context, payment, { to: { reference } }) })
  await observeAnswers(context, {
    'settled by a proof for its reference': settleWith(named, named.request.reference),
    'settled by a proof for its txid': settleWith(bare),
  })
})

/** Seconds until a payment expires that is then settled too late. */
const lifeSeconds = 2

choices.clause.observe('PAYMENT-10', 'settlement after the expiry', async context => {
  await requireSettled(context, await createPendingPayment(context))
  const expiresAt = context.run.clock.latest() + context.lifetime(lifeSeconds)
  const payment = await createBriefPayment(context, expiresAt)
  await context.idle(pause(context.run.clock.msUntil(expiresAt), context.signal))
  await observeAnswers(context, { 'settled after its expiry': settle(context, payment) })
})

choices.clause.observe(
  'PAYMENT-10',
  'transfer at the gateway itself',
  async context => {
    await requireSettled(context, await createPendingPayment(context))
    const payment = await createPendingPayment(context)
    const to = { ocid: context.merchant.ocid, reference: payment.order.id }
    const transfer = await context.transfer({ from: context.partner, to, amount: payment.order.amount }).asControl()
    const proof = proofOf(transfer)
    await observeAnswers(context, {
      "settled under a transfer's txid": settle(context, payment, { txid: txidOf(proof) }),
    })
    const body = { txid: payment.txid, proof, signature: transfer.signature ?? '' }
    const response = context.call('payment.settle', body, { as: context.app })
    await observeAnswers(context, { "settled by the gateway's own proof": response })
  },
  { operations: ['payment.create', 'transfer.create'] },
)
