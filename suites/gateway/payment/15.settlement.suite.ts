import { requireDeclared } from '../../../harness/capabilities.ts'
import { defineSuite } from '../../../harness/clause.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { expectSignedByTarget } from '../../../harness/http/target-signature.ts'
import { expectSame, expectThat } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { numberOf, textOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import {
  carriesMemos,
  createBriefPayment,
  createPendingPayment,
  requireSettled,
} from '../../support/gateway/payment/settlement.ts'
import { expectCompletedAtVerify, proofOf } from '../../support/gateway/transactions.ts'

/** A settled payment, if the target offers POST /payment/settle. Headings: POST /payment/create, GET /verify/{txid}. */
const { clause } = defineSuite({ id: 'settle', roles: ['gateway'], operations: ['payment.create', 'verify'] })

clause('PAYMENT-15', 'proof of a settled payment', async context => {
  const payment = await createPendingPayment(context)
  const from = context.now()
  const response = await requireSettled(context, payment)
  const transaction = await context.verify(payment.txid).expectAccepted('verify-completed')
  const proof = proofOf(transaction)
  expectSame(proof, proofOf(response.json), 'the proof that verify shows of a settled payment')
  const { signature } = transaction
  expectSignedByTarget(context, 'the proof of a settled payment', { payload: proof, signature })
  expectSame(proof.issuer, context.ocid, 'proof.issuer of a settled payment')
  expectSame(memberOf(proof.to, 'ocid'), context.merchant.ocid, 'proof.to.ocid of a settled payment')
  expectSame(memberOf(proof.to, 'reference') ?? 'absent', payment.order.id, 'proof.to.reference of a settled payment')
  if (proof.memo !== undefined || (await carriesMemos(context)))
    expectSame(proof.memo ?? 'absent', payment.memo, 'proof.memo of a settled payment')
  expectSame(proof.currency, payment.order.currency, 'proof.currency of a settled payment')
  const isAmount = isSameAmount(textOf(proof.amount), payment.order.amount)
  expectThat(isAmount, 'proof.amount of a settled payment is another amount', {
    expected: payment.order.amount,
    actual: proof.amount ?? 'absent',
  })
  expectThat(context.run.clock.isNow(proof.timestamp, from), 'proof.timestamp is not the time of the settlement', {
    expected: from,
    actual: proof.timestamp ?? 'absent',
  })
  // The proof may have a txid of its own, by which verify has to find it, too.
  if (proof.txid !== payment.txid) await expectCompletedAtVerify(context, proof)
})

/** Seconds that have to show of those between a payment and its settlement; the clocks of processes may swallow the others. */
const leastSeconds = 1

clause(
  'PAYMENT-15',
  'time of a payment that is settled seconds after it was created',
  async context => {
    requireDeclared(context, 'payment.settle')
    const payment = await createPendingPayment(context)
    const { createdAt } = await context.verify(payment.txid).asControl()
    await context.idle(pause(waits.apart.ms, context.signal))
    const { timestamp } = proofOf((await requireSettled(context, payment)).json)
    const seconds = numberOf(timestamp) - numberOf(createdAt)
    expectThat(seconds >= leastSeconds, 'proof.timestamp is not the time of the settlement', {
      expected: `about ${waits.apart.ms / 1000} s after createdAt of the payment, ${textOf(createdAt)}`,
      actual: timestamp ?? 'absent',
    })
  },
  { waits: true },
)

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
