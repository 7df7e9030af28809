import { sameAmount } from '../../protocol/amount.ts'
import { isDeclared, requireDeclared } from '../declared.ts'
import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import { holds, notApplicable, same } from '../harness/outcome.ts'
import { isSuccess, summary } from '../harness/sent.ts'
import { member, signedByTarget } from '../harness/signed.ts'
import { answerOf, statusOf } from '../observed.ts'
import { isSettled, openPayment, settle } from './settlement.ts'
import { proofOf } from './transactions.ts'

const suite = defineSuite({ id: 'settle', roles: ['gateway'], operations: ['payment.create', 'verify'] })
const { clause } = suite

clause('PAYMENT-15', 'proof of a settled payment', async stage => {
  requireDeclared(stage, 'payment.settle')
  const payment = await openPayment(stage)
  const answer = await settle(stage, payment)
  if (!isSettled(answer))
    notApplicable(`The target does not offer settle as the reference profile describes it: ${summary(answer)}.`)
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

clause.observe('FLOW-05', 'payment settled elsewhere', async stage => {
  const declared = isDeclared(stage, 'payment.settle')
  const payment = await openPayment(stage)
  if (!declared) return stage.observe({ settle: 'not declared' })
  const answer = await settle(stage, payment)
  const settled = isSettled(answer) ? 'completed' : isSuccess(answer) ? 'another answer' : answerOf(answer)
  const { json } = await stage.verify(payment.txid)
  stage.observe({ settle: settled, 'verify after settle': statusOf(member(json, 'status')) }, summary(answer))
})

/** POST /payment/settle, where it is offered. */
export const settleSuite = whereDeclared(suite)
