import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { blocked, expectThat, isSameJson } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import { type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import type { PaymentRequest } from '../../../schemas/messages.ts'
import { isDeclared } from '../../support/capabilities.ts'
import { areDistinct } from '../../support/gateway/entropy.ts'
import { createPayment, createTransfer, proofOf, referencedOrder, txidOf } from '../../support/gateway/transactions.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create'] })
const { clause } = suite

/** Returns what verify shows of a payment that is fixed when it is made. */
const creationOf = async (context: CheckContext, txid: string) => {
  const { json } = await context.verify(txid)
  return {
    createdAt: memberOf(json, 'createdAt'),
    expiresAt: memberOf(json, 'expiresAt'),
    amount: memberOf(json, 'amount'),
  }
}

/** Tells whether requests with one txid stand for one payment: a further one leaves it as it is. */
const isOnePayment = async (context: CheckContext, body: PaymentRequest, txid: string): Promise<boolean> => {
  const before = await creationOf(context, txid)
  await pause(waits.laterSecond.ms, context.signal)
  await context.pay(body)
  return isSameJson(await creationOf(context, txid), before)
}

/**
 * A gateway may refuse a second equal payment, or return the one that it has; one that it makes must have a txid of its own.
 */
const expectDifferentTxids = async (context: CheckContext, bodies: readonly [PaymentRequest, ...PaymentRequest[]]) => {
  const responses = await Promise.all(bodies.map(body => context.pay(body)))
  const accepted = responses.filter(isSuccess)
  if (accepted.length === 0) blocked(`no payment is accepted: ${responses.map(summary).join(', ')}`)
  const txids = accepted.map(({ json }) => txidOf(json))
  const [txid = ''] = txids
  const areOne = new Set(txids).size === 1 && txids.length > 1 && isDeclared(context, 'verify')
  if (areOne && (await isOnePayment(context, bodies[0], txid))) return
  expectThat(areDistinct(txids), 'two payments have the same txid', {
    expected: 'as many txids as payments',
    actual: txids,
  })
}

clause('PAYMENT-12', 'equal payments', async context => {
  const body = context.paymentOf(context.merchant)
  await expectDifferentTxids(context, [body, body, body])
})

clause('PAYMENT-12', 'payments for one order', async context => {
  const { order, orderReference } = referencedOrder(context, 100)
  const payment = () => context.paymentOf(context.merchant, { amount: order.amount, order: orderReference })
  await expectDifferentTxids(context, [payment(), payment(), payment()])
})

clause('PAYMENT-12', 'payments of one amount', async context => {
  const payments = await Promise.all([createPayment(context), createPayment(context), createPayment(context)])
  const txids = payments.map(txidOf)
  expectThat(areDistinct(txids), 'payments with references of their own share a txid', {
    expected: 'as many txids as payments',
    actual: txids,
  })
})

clause(
  'PAYMENT-12',
  'payments and transfers',
  async context => {
    const { order, orderReference } = referencedOrder(context, 1)
    const to = { ocid: context.merchant.ocid, reference: order.id }
    const payments = await Promise.all([createPayment(context), createPayment(context), createPayment(context)])
    const transfers = await Promise.all([createTransfer(context), createTransfer(context), createTransfer(context)])
    const changes = { amount: order.amount, order: orderReference }
    const payment = await context.pay(context.paymentOf(context.merchant, changes))
    const transfer = await context.transfer({ from: context.partner, to, units: 1, order: orderReference })
    // A gateway may refuse the second transaction of an order; a refusal has no txid.
    if (isSuccess(payment)) payments.push(payment.json as JsonObject)
    if (isSuccess(transfer)) transfers.push(proofOf(transfer.json))
    const transferTxids = new Set(transfers.map(txidOf))
    const shared = payments.map(txidOf).filter(txid => transferTxids.has(txid))
    expectThat(shared.length === 0, 'a payment has the txid of a transfer', {
      expected: 'different txids',
      actual: shared,
    })
  },
  { operations: ['payment.create', 'transfer.create'] },
)

/** The txid of a payment is unique. Heading: Pending payment. */
export const paymentTxids = whereDeclared(suite)
