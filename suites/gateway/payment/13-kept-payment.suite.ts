/**
 * PAYMENT-13 · The payment is kept with txid, caller OCID, merchant OCID, amount, currency, reference, memo, status,
 * expiresAt, order id and urls, creation time (verify shows some; the rest seen only from inside: checked on the
 * reference).
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isClientError, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { numberOf } from '../../../protocol/json/any-json.ts'
import { isObject, type JsonObject } from '../../../protocol/json/json.ts'
import { isPending } from '../../support/gateway/payment/payment-expiry.ts'
import { expectSamePayment, observePayment } from '../../support/gateway/payment/payments.ts'
import { ofSimilarPayments } from '../../support/gateway/payment/similar-payments.ts'
import { readTransaction, referencedOrder, txidOf } from '../../support/gateway/transactions.ts'

const { clause } = defineSuite({ id: 'payment-members', roles: ['gateway'], operations: ['payment.create'] })
const atVerify = { operations: ['verify', 'payment.create'] } as const

clause.property(
  'PAYMENT-13',
  { id: 'payments-that-are-alike-kept-apart', title: 'similar payments kept apart' },
  ofSimilarPayments(async (context, { payment }) => {
    const { json } = await readTransaction(context, txidOf(payment))
    if (isObject(json) && json.txid !== undefined) expectSamePayment(json, payment)
  }),
  atVerify,
)

const payment = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create', 'verify'] })

/** Starts at the beginning of the run, so that as much as possible happens in between. */
payment.clause('PAYMENT-13', 'payment at the end of the run', async context => {
  const { payment, transaction } = await observePayment(context)
  context.atEndOfRun(async () => {
    // The document does not say whether an expired payment is kept.
    if (context.run.clock.latest() >= numberOf(transaction.expiresAt ?? 0)) return
    const response = await readTransaction(context, txidOf(payment))
    expectThat(!isClientError(response), 'a pending payment is gone from verify before it expires', {
      expected: '200',
      actual: summary(response),
    })
    if (isSuccess(response) && isPending(response) && isObject(response.json)) expectSamePayment(response.json, payment)
  })
})

/** Creates a payment with every optional member. */
const createFullPayment = async (context: CheckContext, units: number): Promise<JsonObject> => {
  const { order, orderReference } = referencedOrder(context, units)
  const changes = {
    amount: order.amount,
    memo: 'Conformance payment',
    expiresAt: context.now() + 1_800,
    order: orderReference,
  }
  return context.pay(context.paymentOf(context.merchant, changes)).asControl()
}

payment.clause(
  'PAYMENT-13',
  'several payments kept apart',
  async context => {
    const payments = await Promise.all([1, 2, 3].map(units => createFullPayment(context, units)))
    const reads = await Promise.all(
      payments.map(async payment => ({ payment, json: (await readTransaction(context, txidOf(payment))).json })),
    )
    const identified = reads.filter(({ json }) => isObject(json) && json.txid !== undefined)
    if (identified.length === 0) blocked('verify shows no txid of a pending payment (VERIFY-03)', 'VERIFY-03')
    for (const { payment, json } of identified) expectSamePayment(json as JsonObject, payment)
  },
  atVerify,
)
