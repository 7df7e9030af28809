import { whereDeclared } from '../every.ts'
import type { Answer } from '../harness/answer.ts'
import { defineSuite } from '../harness/clause.ts'
import { isSame, notApplicable } from '../harness/outcome.ts'
import { isSuccess } from '../harness/sent.ts'
import { member } from '../harness/signed.ts'
import { pause } from '../harness/slots.ts'
import type { Stage } from '../harness/stage.ts'
import { answerOf, observeAnswers } from '../observed.ts'
import {
  briefPayment,
  isSettled,
  type OpenPayment,
  openPayment,
  providerProof,
  type Settling,
  settle,
  settled,
} from './settlement.ts'
import { proofOf, txidOf } from './transactions.ts'
import { unknownLike } from './unknown-txid.ts'

const suite = defineSuite({ id: 'settle-choices', roles: ['gateway'], operations: ['payment.create'] })
const { clause } = suite

/** Settlements with one thing wrong. */
const wrong: Record<string, (stage: Stage, payment: OpenPayment) => Settling> = {
  'settled under an unknown txid': (_, { txid }) => ({ txid: unknownLike(txid) }),
  'settled by an issuer that is not accepted': (stage, payment) => ({
    proof: providerProof(stage, payment, { issuer: stage.stranger.ocid }),
    key: stage.stranger.key,
  }),
  'settled by a proof that another signed': ({ app }) => ({ key: app.key }),
  'settled by a proof for another merchant': (stage, payment) => ({
    proof: providerProof(stage, payment, { to: { ocid: stage.merchant2.ocid } }),
  }),
  'settled by a proof for another reference': (stage, payment) => ({
    proof: providerProof(stage, payment, { to: { reference: stage.fresh('order') } }),
  }),
  'settled by a proof in another currency': (stage, payment) => ({
    proof: providerProof(stage, payment, { currency: payment.order.currency === 'EUR' ? 'USD' : 'EUR' }),
  }),
  'settled by a proof over another amount': (stage, payment) => ({
    proof: providerProof(stage, payment, { amount: stage.money.amount(99) }),
  }),
}

clause.observe('PAYMENT-10', 'settlements with one thing wrong', async stage => {
  await settled(stage, await openPayment(stage))
  const answers: Record<string, Answer> = {}
  let payment = await openPayment(stage)
  for (const [name, settling] of Object.entries(wrong)) {
    const answer = await settle(stage, payment, settling(stage, payment))
    answers[name] = answer
    // What is settled is none for the next one.
    if (isSuccess(answer)) payment = await openPayment(stage)
  }
  await observeAnswers(stage, answers)
})

clause.observe('PAYMENT-10', 'settled payment settled again', async stage => {
  const payment = await openPayment(stage)
  const proof = providerProof(stage, payment)
  const first = await settled(stage, payment, { proof })
  const again = await settle(stage, payment, { proof })
  const isRepeated = isSettled(again) && isSame(member(again.json, 'proof'), proofOf(first.json))
  const other = isSuccess(again) ? 'another answer' : answerOf(again)
  stage.observe({ 'settled again by the same proof': isRepeated ? 'the same proof' : other })
  await observeAnswers(stage, { 'settled again by another proof': settle(stage, payment) })
})

clause.observe('PAYMENT-10', 'one proof for two payments', async stage => {
  const payment = await openPayment(stage)
  const second = await stage.pay(payment.request)
  if (!isSuccess(second)) return notApplicable('The target takes no second payment for an order.')
  const proof = providerProof(stage, payment)
  await settled(stage, payment, { proof })
  const other = { ...payment, txid: txidOf(second.json) }
  return observeAnswers(stage, { 'settled by a used proof': settle(stage, other, { proof }) })
})

clause.observe('PAYMENT-10', 'payments without an order', async stage => {
  await settled(stage, await openPayment(stage))
  const named = await openPayment(stage, { order: undefined })
  const bare = await openPayment(stage, { order: undefined, reference: undefined })
  const proofFor = (payment: OpenPayment, reference = payment.txid) =>
    settle(stage, payment, { proof: providerProof(stage, payment, { to: { reference } }) })
  await observeAnswers(stage, {
    'settled by a proof for its reference': proofFor(named, named.request.reference),
    'settled by a proof for its txid': proofFor(bare),
  })
})

/** Seconds that a payment lives which is settled too late. */
const lifeSeconds = 2

clause.observe('PAYMENT-10', 'settlement after the expiry', async stage => {
  await settled(stage, await openPayment(stage))
  const expiresAt = stage.now() + lifeSeconds
  const payment = await briefPayment(stage, expiresAt)
  await pause((expiresAt + 1.2) * 1_000 - Date.now(), stage.signal)
  await observeAnswers(stage, { 'settled after its expiry': settle(stage, payment) })
})

clause.observe(
  'PAYMENT-10',
  'transfer at the gateway itself',
  async stage => {
    await settled(stage, await openPayment(stage))
    const payment = await openPayment(stage)
    const to = { ocid: stage.merchant.ocid, reference: payment.order.id }
    const made = await stage.transfer({ from: stage.partner, to, amount: payment.order.amount }).asControl()
    const { proof, signature } = { proof: proofOf(made), signature: made.signature ?? '' }
    await observeAnswers(stage, { "settled under a transfer's txid": settle(stage, payment, { txid: txidOf(proof) }) })
    const body = { txid: payment.txid, proof, signature }
    const own = stage.call('payment.settle', body, { as: stage.app })
    await observeAnswers(stage, { "settled by the gateway's own proof": own })
  },
  { operations: ['payment.create', 'transfer.create'] },
)

/** POST /payment/settle, which the document does not show: what is taken for a settlement. */
export const settleChoicesSuite = whereDeclared(suite)
