import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectSignedByTarget, member } from '../../../harness/http/target-signature.ts'
import { expectSame, expectThat } from '../../../harness/outcome.ts'
import { pause } from '../../../harness/pause.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { isDeclared, requireDeclared } from '../../support/capabilities.ts'
import { briefPayment, isSettled, openPayment, settle, settled } from '../../support/gateway/settlement.ts'
import { proofOf } from '../../support/gateway/transactions.ts'
import { answerOf, statusOf } from '../../support/observations.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'settle', roles: ['gateway'], operations: ['payment.create', 'verify'] })
const { clause } = suite

clause('PAYMENT-15', 'proof of a settled payment', async context => {
  const payment = await openPayment(context)
  const response = await settled(context, payment)
  const shown = await context.verify(payment.txid).expectAccepted('verify-completed')
  const proof = proofOf(shown)
  expectSame(proof, proofOf(response.json), 'the proof that verify shows of a settled payment')
  expectSignedByTarget(context, 'the proof of a settled payment', { payload: proof, signature: shown.signature })
  expectSame(proof.issuer, context.ocid, 'proof.issuer of a settled payment')
  expectSame(member(proof.to, 'reference') ?? 'absent', payment.order.id, 'proof.to.reference of a settled payment')
  expectSame(proof.memo ?? 'absent', payment.memo, 'proof.memo of a settled payment')
  expectSame(proof.currency, payment.order.currency, 'proof.currency of a settled payment')
  expectThat(isSameAmount(String(proof.amount), payment.order.amount), 'proof.amount of a settled payment is another', {
    expected: payment.order.amount,
    actual: proof.amount ?? 'absent',
  })
})

/** Seconds that a payment lives which is settled in time. */
const lifeSeconds = 3

clause('PAYMENT-15', 'settled payment past its expiry', async context => {
  requireDeclared(context, 'payment.settle')
  const expiresAt = context.now() + lifeSeconds
  const payment = await briefPayment(context, expiresAt)
  const response = await settled(context, payment)
  await pause((expiresAt + 1.2) * 1_000 - Date.now(), context.signal)
  const shown = await context.verify(payment.txid)
  expectSame(
    member(shown.json, 'proof') ?? summary(shown),
    proofOf(response.json),
    'what verify shows of a settled payment',
  )
})

clause.observe('FLOW-05', 'payment settled elsewhere', async context => {
  const declared = isDeclared(context, 'payment.settle')
  const payment = await openPayment(context)
  if (!declared) return context.observe({ settle: 'not declared' })
  const response = await settle(context, payment)
  const { json } = await context.verify(payment.txid)
  const said = {
    settle: isSettled(response) ? 'completed' : isSuccess(response) ? 'another answer' : answerOf(response),
    'verify after settle': statusOf(member(json, 'status')),
  }
  if (!isSettled(response)) return context.observe(said, summary(response))
  const sent = await context.notifications(payment.order.id, { timeoutMs: toldMs })
  context.observe({ ...said, 'merchant after settle': sent.length > 0 ? 'notified' : 'not notified' })
})

/** Milliseconds in which the merchant should have been told. */
const toldMs = 2_500

/** POST /payment/settle, where it is offered. */
export const settleSuite = whereDeclared(suite)
