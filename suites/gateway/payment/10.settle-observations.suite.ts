import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { isSameJson, notApplicable } from '../../../harness/outcome.ts'
import { pause } from '../../../harness/pause.ts'
import { memberOf } from '../../../protocol/json/json.ts'
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
import { proofOf, txidOf } from '../../support/gateway/transactions.ts'
import { imperceptiblyMore } from '../../support/gateway/transfer/binary-amounts.ts'
import { unknownLike } from '../../support/gateway/verify/unknown-txid.ts'
import { answerOf, observeAnswers } from '../../support/observations.ts'

/** Which settlements a gateway accepts; the document does not show POST /payment/settle. Heading: POST /payment/create. */
const { clause } = defineSuite({ id: 'settle-choices', roles: ['gateway'], operations: ['payment.create'] })

/** Settlements with one fault. */
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

clause.observe('PAYMENT-10', 'settlements with one thing wrong', async context => {
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

clause.observe('PAYMENT-10', 'settled payment settled again', async context => {
  const payment = await createPendingPayment(context)
  const proof = providerProof(context, payment)
  const first = await requireSettled(context, payment, { proof })
  const again = await settle(context, payment, { proof })
  const isRepeated = isSettled(again) && isSameJson(memberOf(again.json, 'proof'), proofOf(first.json))
  const other = isSuccess(again) ? 'another answer' : answerOf(again)
  context.observe({ 'settled again by the same proof': isRepeated ? 'the same proof' : other })
  await observeAnswers(context, { 'settled again by another proof': settle(context, payment) })
})

clause.observe('PAYMENT-10', 'one proof for two payments', async context => {
  const payment = await createPendingPayment(context)
  const second = await context.pay(payment.request)
  if (!isSuccess(second)) return notApplicable('The target accepts no second payment for an order.')
  const proof = providerProof(context, payment)
  await requireSettled(context, payment, { proof })
  const other = { ...payment, txid: txidOf(second.json) }
  return observeAnswers(context, { 'settled by a used proof': settle(context, other, { proof }) })
})

clause.observe('PAYMENT-10', 'payments without an order', async context => {
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

/** Seconds until the payment expires that is settled too late. */
const lifeSeconds = 2

clause.observe(
  'PAYMENT-10',
  'settlement after the expiry',
  async context => {
    await requireSettled(context, await createPendingPayment(context))
    const expiresAt = context.now() + context.lifetime(lifeSeconds)
    const payment = await createBriefPayment(context, expiresAt)
    await context.idle(pause(context.run.clock.msUntil(expiresAt), context.signal))
    await observeAnswers(context, { 'settled after its expiry': settle(context, payment) })
  },
  { waits: true },
)

clause.observe(
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
