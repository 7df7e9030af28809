import { defineSuite } from '../../../harness/clause.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { expectSignedByTarget } from '../../../harness/http/target-signature.ts'
import { expectSame, expectThat } from '../../../harness/outcome.ts'
import { pause } from '../../../harness/pause.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { requireDeclared } from '../../support/capabilities.ts'
import { createBriefPayment, createPendingPayment, requireSettled } from '../../support/gateway/payment/settlement.ts'
import { proofOf } from '../../support/gateway/transactions.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'settle', roles: ['gateway'], operations: ['payment.create', 'verify'] })
const { clause } = suite

clause('PAYMENT-15', 'proof of a settled payment', async context => {
  const payment = await createPendingPayment(context)
  const response = await requireSettled(context, payment)
  const transaction = await context.verify(payment.txid).expectAccepted('verify-completed')
  const proof = proofOf(transaction)
  expectSame(proof, proofOf(response.json), 'the proof that verify shows of a settled payment')
  const { signature } = transaction
  expectSignedByTarget(context, 'the proof of a settled payment', { payload: proof, signature })
  expectSame(proof.issuer, context.ocid, 'proof.issuer of a settled payment')
  expectSame(memberOf(proof.to, 'reference') ?? 'absent', payment.order.id, 'proof.to.reference of a settled payment')
  expectSame(proof.memo ?? 'absent', payment.memo, 'proof.memo of a settled payment')
  expectSame(proof.currency, payment.order.currency, 'proof.currency of a settled payment')
  const isAmount = isSameAmount(String(proof.amount), payment.order.amount)
  expectThat(isAmount, 'proof.amount of a settled payment is another amount', {
    expected: payment.order.amount,
    actual: proof.amount ?? 'absent',
  })
})

/** Seconds until the payment expires that is settled in time. */
const lifeSeconds = 3

clause(
  'PAYMENT-15',
  'settled payment past its expiry',
  async context => {
    requireDeclared(context, 'payment.settle')
    const expiresAt = context.now() + context.lifetime(lifeSeconds)
    const payment = await createBriefPayment(context, expiresAt)
    const settled = await requireSettled(context, payment)
    await context.idle(pause(context.run.clock.msUntil(expiresAt), context.signal))
    const response = await context.verify(payment.txid)
    const actual = memberOf(response.json, 'proof') ?? summary(response)
    expectSame(actual, proofOf(settled.json), 'the proof that verify shows of a settled payment')
  },
  { waits: true },
)

/** A settled payment, if the target offers POST /payment/settle. Headings: POST /payment/create, GET /verify/{txid}. */
export const paymentSettlement = whereDeclared(suite)
