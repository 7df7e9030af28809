/**
 * PAYMENT-06 · verify/{txid} reports it as pending with the same amount, currency and expiresAt, and a createdAt near
 * now.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { expectSame, expectThat } from '../../../harness/outcome.ts'
import { pause } from '../../../harness/pause.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { overMessages } from '../../members/property.ts'
import { isCreationTime, observePayment, observeStampedPayment } from '../../support/gateway/payment/payments.ts'
import { notCopiedFromStamps, stampRefused } from '../../support/gateway/stamped-before.ts'
import { createPayment, readTransaction, txidOf } from '../../support/gateway/transactions.ts'
import { isRound, readUntilExact } from '../../support/rounded-times.ts'
import { anyPayments, expectAtVerify } from './any-payment.ts'
import { paymentDespite, refused, sentByCaller } from './target-set.ts'

const { clause } = defineSuite({ id: 'payment-target-set', roles: ['gateway'], operations: ['payment.create'] })
const fromTable = { operations: ['verify', 'payment.create'], fromTable: true } as const

clause(
  'PAYMENT-06',
  'status and createdAt that the caller sends',
  async context => {
    await createPayment(context)
    const sentAt = context.now()
    const payment = (await paymentDespite(context, sentByCaller(context))) ?? refused()
    const { json } = await readTransaction(context, txidOf(payment))
    expectSame(memberOf(json, 'status'), 'pending', 'the status that verify shows of a pending payment')
    const createdAt = memberOf(json, 'createdAt')
    const isNow = isCreationTime(context, createdAt, { sentAt, readAt: context.now() })
    expectThat(isNow, 'the createdAt that verify shows is not near now', {
      expected: sentAt,
      actual: createdAt ?? 'no createdAt',
    })
  },
  fromTable,
)

const members = defineSuite({ id: 'payment-members', roles: ['gateway'], operations: ['payment.create'] })
const atVerify = { operations: ['verify', 'payment.create'] } as const

members.clause.property(
  'PAYMENT-06',
  'any payment at verify',
  overMessages({ ...anyPayments, test: expectAtVerify('PAYMENT-06') }),
  atVerify,
)

const payment = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create', 'verify'] })

/** Starts at the beginning of the run, so that as much as possible happens in between. */
payment.clause('PAYMENT-06', 'createdAt of a payment that is first read at the end of the run', async context => {
  // Two servers may date their responses by different clocks.
  const began = performance.now()
  const [read, unread] = [await createPayment(context), await createPayment(context)]
  const mostSeconds = Math.ceil((performance.now() - began) / 1_000)
  const createdAt = async (payment: JsonObject) => memberOf((await context.verify(txidOf(payment))).json, 'createdAt')
  const first = await createdAt(read)
  const readAt = context.now()
  context.atEndOfRun(async () => {
    const { clock } = context.run
    const apart = Math.ceil(clock.apartMs() / 1_000)
    const most = mostSeconds + apart
    // The time in between must exceed the possible clock skew.
    if (apart > 0) await context.idle(pause(clock.msUntil(readAt + most), context.signal))
    const last = await createdAt(unread)
    // Other clauses judge the type, and the response for a finished payment.
    if (typeof first !== 'number' || typeof last !== 'number') return
    expectThat(Math.abs(last - first) <= most, 'the createdAt of a payment is not that of its creation', {
      expected: `about ${first}, as for a payment that was created at the same time and read immediately`,
      actual: last,
    })
  })
})

payment.clause(
  'PAYMENT-06',
  'pending at verify',
  async context => {
    const { money } = context
    // Not a whole number, so that a truncated or rounded amount is noticed.
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
    // PAYMENT-03 tests whether the requested expiry is honoured.
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

payment.clause.property<number[]>(
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

payment.clause(
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
  atVerify,
)
