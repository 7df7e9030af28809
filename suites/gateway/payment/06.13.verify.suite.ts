import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { blocked, expectSame, expectThat } from '../../../harness/outcome.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { isObject, type JsonObject } from '../../../protocol/json/json.ts'
import {
  expectSamePayment,
  isCreationTime,
  observePayment,
  observeStampedPayment,
} from '../../support/gateway/payment/payments.ts'
import { notCopiedFromStamps, stampRefused } from '../../support/gateway/stamped-before.ts'
import { createPayment, readTransaction, referencedOrder, txidOf } from '../../support/gateway/transactions.ts'
import { isRound, readUntilExact } from '../../support/rounded-times.ts'

/** Pending payments at verify. Headings: POST /payment/create, GET /verify/{txid}. */
const { clause } = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create'] })
const atVerify = { operations: ['verify', 'payment.create'] } as const

clause(
  'PAYMENT-06',
  'pending at verify',
  async context => {
    const { money } = context
    // Not a whole number, so that an amount that is cut or rounded shows.
    const amount = money.amount(money.most < 123n ? money.most : 123)
    const changes = { amount, expiresAt: context.now() + 1_800 }
    const { payment, transaction, ...times } = await observePayment(context, changes)
    expectSame(transaction.status, 'pending', 'the status that verify shows of a pending payment')
    const isAmount = isSameAmount(textOf(transaction.amount), textOf(payment.amount))
    expectThat(isAmount, 'verify shows another amount', {
      expected: payment.amount ?? 'no amount',
      actual: transaction.amount ?? 'no amount',
    })
    expectSame(transaction.currency, payment.currency, 'the currency that verify shows')
    // Whether the requested expiry is honoured is tested by PAYMENT-03.
    if (payment.expiresAt !== undefined)
      expectSame(transaction.expiresAt, payment.expiresAt, 'the expiresAt that verify shows')
    expectThat(
      isCreationTime(context, transaction.createdAt, times),
      'the createdAt that verify shows is not near now',
      {
        expected: times.sentAt,
        actual: transaction.createdAt ?? 'no createdAt',
      },
    )
  },
  atVerify,
)

clause.property<number[]>(
  'PAYMENT-06',
  'createdAt of payments whose requests were stamped before',
  notCopiedFromStamps({
    control: createPayment,
    isCopied: async (context, timestamp) => {
      const { transaction } = (await observeStampedPayment(context, timestamp)) ?? stampRefused()
      return transaction.createdAt === timestamp
    },
    message: 'the createdAt that verify shows is copied from X-OC-Timestamp',
    expected: 'the second of its creation',
  }),
  atVerify,
)

clause(
  'PAYMENT-06',
  'createdAt to the second',
  async context => {
    const read = async () => (await observePayment(context)).transaction.createdAt
    const readings = await readUntilExact(context, { read, timeOf: createdAt => createdAt })
    expectThat(!readings.every(isRound), 'the createdAt that verify shows is rounded', {
      expected: 'the second of its creation',
      actual: readings,
    })
  },
  { ...atVerify, waits: true },
)

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

clause(
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
