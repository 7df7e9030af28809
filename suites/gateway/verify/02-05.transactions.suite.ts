import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectJsonFits, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectSignedByTarget } from '../../../harness/http/target-signature.ts'
import { blocked, expectSame, expectThat, fail, notApplicable } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import { isObject, type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { waitForNotifications } from '../../support/gateway/notification/notifications.ts'
import { untoldRecipient } from '../../support/gateway/notification/untold-recipient.ts'
import { createExpiredPayment, isPending } from '../../support/gateway/payment/payment-expiry.ts'
import {
  createPayment,
  createTransfer,
  proofOf,
  readTransaction,
  referencedOrder,
  txidOf,
} from '../../support/gateway/transactions.ts'

/** The transactions that verify shows. Heading: GET /verify/{txid}. */
const { clause } = defineSuite({ id: 'verify', roles: ['gateway'], operations: ['verify'] })
const ofPayment = { operations: ['verify', 'payment.create'] } as const
const ofTransfer = { operations: ['verify', 'transfer.create'] } as const

clause(
  'VERIFY-02',
  'completed transfer',
  async context => {
    const { order, orderReference } = referencedOrder(context, 1)
    const to = { ocid: context.merchant.ocid, reference: order.id }
    const transfer = await context.transfer({ from: context.partner, to, order: orderReference }).asControl()
    const transaction = await context.verify(txidOf(proofOf(transfer))).expectAccepted('verify-completed')
    const proof = proofOf(transaction)
    expectSame(proof.issuer, context.ocid, 'proof.issuer')
    expectSame(memberOf(proof.to, 'reference'), order.id, 'proof.to.reference')
    const { signature } = transaction
    expectSignedByTarget(context, 'the proof that verify shows', { payload: proof, signature })
  },
  ofTransfer,
)

clause(
  'VERIFY-02',
  'completed transfer whose notification fails',
  async context => {
    const to = untoldRecipient(context, { status: 500, times: 20 })
    const nonce = context.fresh('n')
    const transfer = await context.transfer({ from: context.partner, to }, { nonce }).asControl()
    await waitForNotifications(context, [to.reference], { ms: context.run.patience.usualMs })
    await context.verify(txidOf(proofOf(transfer))).expectAccepted('verify-completed')
  },
  ofTransfer,
)

clause(
  'VERIFY-03',
  'pending payment',
  async context => {
    const txid = txidOf(await createPayment(context))
    const transaction = await context.verify(txid).expectAccepted('verify-pending')
    expectSame(transaction.txid, txid, 'the txid that verify shows')
  },
  ofPayment,
)

clause(
  'VERIFY-04',
  'expired payment',
  async context => {
    const { txid, verifyResponse, hasRequestedExpiry } = await createExpiredPayment(context)
    const status = memberOf(verifyResponse.json, 'status')
    if (!hasRequestedExpiry || isPending(verifyResponse) || status === 'completed')
      notApplicable('The target shows no status but pending and completed within the run.')
    if (!isSuccess(verifyResponse))
      fail('a payment past its expiresAt is gone from verify', { expected: '200', actual: summary(verifyResponse) })
    expectJsonFits(verifyResponse, 'verify-other', 'verify of an expired payment')
    expectThat(status !== '', 'verify shows an expired payment without a status', {
      expected: 'a status',
      actual: verifyResponse.json,
    })
    expectSame(memberOf(verifyResponse.json, 'txid'), txid, 'the txid that verify shows')
  },
  { ...ofPayment, waits: true },
)

const reads = 6
const documented = ['status', 'txid', 'amount', 'currency', 'createdAt', 'expiresAt', 'proof']

/** Returns the documented members; others may change from read to read. */
const documentedMembers = ({ json }: Pick<HttpResponse, 'json'>): JsonObject =>
  Object.fromEntries(Object.entries(isObject(json) ? json : {}).filter(([name]) => documented.includes(name)))

const expectUnchanged = async (context: CheckContext, txid: string): Promise<void> => {
  const first = await readTransaction(context, txid)
  if (!isSuccess(first)) blocked(`verify does not show a transaction that was just made: ${summary(first)}`)
  for (let read = 1; read < reads; read++) {
    const again = await readTransaction(context, txid)
    expectThat(again.status === first.status, 'verify returns another status at a further read', {
      expected: summary(first),
      actual: summary(again),
    })
    expectSame(documentedMembers(again), documentedMembers(first), 'the transaction at a further read')
  }
}

clause(
  'VERIFY-05',
  'pending payment read again',
  async context => expectUnchanged(context, txidOf(await createPayment(context))),
  ofPayment,
)

clause(
  'VERIFY-05',
  'completed transfer read again',
  async context => expectUnchanged(context, txidOf(await createTransfer(context))),
  ofTransfer,
)

/** Fails the clause unless a transaction is the same seconds later: a second is the unit of its times. */
const expectUnchangedLater = async (context: CheckContext, txid: string): Promise<void> => {
  const first = await context.verify(txid).asControl()
  await context.idle(pause(waits.apart.ms, context.signal))
  const later = await readTransaction(context, txid)
  if (!isSuccess(later)) blocked(`verify no longer shows a transaction: ${summary(later)}`)
  const isSettled = first.status === 'pending' && memberOf(later.json, 'status') !== 'pending'
  if (isSettled) notApplicable('The payment is no longer pending seconds later.')
  expectSame(documentedMembers(later), documentedMembers({ json: first }), 'the transaction seconds later')
}

clause(
  'VERIFY-05',
  'pending payment read again seconds later',
  async context => expectUnchangedLater(context, txidOf(await createPayment(context))),
  { ...ofPayment, waits: true },
)

clause(
  'VERIFY-05',
  'completed transfer read again seconds later',
  async context => expectUnchangedLater(context, txidOf(await createTransfer(context))),
  { ...ofTransfer, waits: true },
)
