import { sameAmount } from '../../protocol/amount.ts'
import { isDeclared, requireDeclared } from '../declared.ts'
import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import { holds, same } from '../harness/outcome.ts'
import { isSuccess, summary } from '../harness/sent.ts'
import { member, signedByTarget } from '../harness/signed.ts'
import { pause } from '../harness/slots.ts'
import { answerOf, statusOf } from '../observed.ts'
import { briefPayment, isSettled, openPayment, settle, settled } from './settlement.ts'
import { proofOf } from './transactions.ts'

const suite = defineSuite({ id: 'settle', roles: ['gateway'], operations: ['payment.create', 'verify'] })
const { clause } = suite

clause('PAYMENT-15', 'proof of a settled payment', async stage => {
  const payment = await openPayment(stage)
  const answer = await settled(stage, payment)
  const shown = await stage.verify(payment.txid).accepts('verify-completed')
  const proof = proofOf(shown)
  same(proof, proofOf(answer.json), 'the proof that verify shows of a settled payment')
  signedByTarget(stage, 'the proof of a settled payment', { payload: proof, signature: shown.signature })
  same(proof.issuer, stage.ocid, 'proof.issuer of a settled payment')
  same(member(proof.to, 'reference') ?? 'absent', payment.order.id, 'proof.to.reference of a settled payment')
  same(proof.memo ?? 'absent', payment.memo, 'proof.memo of a settled payment')
  same(proof.currency, payment.order.currency, 'proof.currency of a settled payment')
  holds(sameAmount(String(proof.amount), payment.order.amount), 'proof.amount of a settled payment is another', {
    expected: payment.order.amount,
    actual: proof.amount ?? 'absent',
  })
})

/** Seconds that a payment lives which is settled in time. */
const lifeSeconds = 3

clause('PAYMENT-15', 'settled payment past its expiry', async stage => {
  requireDeclared(stage, 'payment.settle')
  const expiresAt = stage.now() + lifeSeconds
  const payment = await briefPayment(stage, expiresAt)
  const answer = await settled(stage, payment)
  await pause((expiresAt + 1.2) * 1_000 - Date.now(), stage.signal)
  const shown = await stage.verify(payment.txid)
  same(member(shown.json, 'proof') ?? summary(shown), proofOf(answer.json), 'what verify shows of a settled payment')
})

clause.observe('FLOW-05', 'payment settled elsewhere', async stage => {
  const declared = isDeclared(stage, 'payment.settle')
  const payment = await openPayment(stage)
  if (!declared) return stage.observe({ settle: 'not declared' })
  const answer = await settle(stage, payment)
  const { json } = await stage.verify(payment.txid)
  const said = {
    settle: isSettled(answer) ? 'completed' : isSuccess(answer) ? 'another answer' : answerOf(answer),
    'verify after settle': statusOf(member(json, 'status')),
  }
  if (!isSettled(answer)) return stage.observe(said, summary(answer))
  const sent = await stage.notifications(payment.order.id, { timeoutMs: toldMs })
  stage.observe({ ...said, 'merchant after settle': sent.length > 0 ? 'notified' : 'not notified' })
})

/** Milliseconds in which the merchant should have been told. */
const toldMs = 2_500

/** POST /payment/settle, where it is offered. */
export const settleSuite = whereDeclared(suite)
