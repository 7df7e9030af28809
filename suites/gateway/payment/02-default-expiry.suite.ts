/**
 * PAYMENT-02 · Without expiresAt the payment expires 3600 s after its creation (read from verify, whose expiresAt is
 * not optional: equal to createdAt + 3600).
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { blocked, expectThat, fail } from '../../../harness/outcome.ts'
import { numberOf } from '../../../protocol/json/any-json.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import type { PaymentRequest } from '../../../schemas/messages.ts'
import { isCreationTime, observePayment, observeStampedPayment } from '../../support/gateway/payment/payments.ts'
import { notCopiedFromStamps, stampRefused } from '../../support/gateway/stamped-before.ts'
import { createPayment, referencedOrder, txidOf } from '../../support/gateway/transactions.ts'
import { isRound, readUntilExact } from '../../support/rounded-times.ts'
import { fullPayment } from './full-payment.ts'

const { clause } = defineSuite({ id: 'payment-members', roles: ['gateway'], operations: ['payment.create'] })

const send = (context: CheckContext, body: JsonObject) => context.call('payment.create', body, { as: context.app })

clause(
  'PAYMENT-02',
  'expiry that is null',
  async context => {
    await createPayment(context)
    const sentAt = context.now()
    const response = await send(context, { ...fullPayment(context), expiresAt: null })
    // Null may be refused, since it is not a timestamp.
    if (!isSuccess(response)) return
    const transaction = await context.verify(txidOf(response.json)).expectAccepted()
    // The document does not say whether null counts as absent: then the payment may have no expiry.
    const { status, expiresAt: shown = null } = transaction
    if (status === 'pending' && shown === null) return
    const expiresAt = numberOf(transaction.expiresAt)
    const isDefault = isCreationTime(context, expiresAt - 3_600, { sentAt, readAt: context.now() })
    expectThat(isDefault, 'a payment whose expiresAt is null does not expire 3600 s after its creation', {
      expected: sentAt + 3_600,
      actual: transaction,
    })
  },
  { operations: ['payment.create', 'verify'] },
)

/** The default expiry of a pending payment. Heading: Limits. */
const defaultSeconds = 3_600

/** Seconds between two clock readings while a payment is created: createdAt may come from the database. */
const readingSeconds = 5

const payment = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create'] })
const atVerify = { operations: ['verify', 'payment.create'] } as const

/** Fails the clause unless a payment without expiresAt gets the default. */
const expectDefaultExpiry = async (context: CheckContext, changes: Partial<PaymentRequest> = {}): Promise<void> => {
  const { payment, transaction, ...times } = await observePayment(context, changes)
  const expiresAt = transaction.expiresAt ?? payment.expiresAt
  // If createdAt is invalid (PAYMENT-06), measures from the time of creation.
  const isExact = isCreationTime(context, transaction.createdAt, times)
  const createdAt = isExact ? numberOf(transaction.createdAt) : times.sentAt
  const expected = createdAt + defaultSeconds
  const apartSeconds = context.run.clock.apartMs() / 1_000
  const isDefault = isExact
    ? Math.abs(numberOf(expiresAt) - expected) <= readingSeconds + apartSeconds
    : isCreationTime(context, numberOf(expiresAt) - defaultSeconds, times)
  expectThat(isDefault, 'a payment without expiresAt does not expire 3600 s after its creation', {
    expected,
    actual: expiresAt ?? 'no expiresAt',
  })
}

payment.clause('PAYMENT-02', 'default expiry', context => expectDefaultExpiry(context), {
  ...atVerify,
  firstLook: true,
})

payment.clause(
  'PAYMENT-02',
  'default expiry beside other optional members',
  async context => {
    await createPayment(context)
    const { order, orderReference } = referencedOrder(context, 100)
    const reference = context.fresh('payment')
    await expectDefaultExpiry(context, { reference })
    await expectDefaultExpiry(context, { memo: 'Conformance' })
    await expectDefaultExpiry(context, { amount: order.amount, order: orderReference })
  },
  atVerify,
)

payment.clause.property<number[]>(
  'PAYMENT-02',
  'default expiry of payments whose requests were stamped before',
  notCopiedFromStamps({
    control: createPayment,
    isCopied: async (context, timestamp) => {
      const { payment, transaction } = (await observeStampedPayment(context, timestamp)) ?? stampRefused()
      const { createdAt, expiresAt = payment.expiresAt } = transaction
      return createdAt !== timestamp && expiresAt === timestamp + defaultSeconds
    },
    message: 'the default expiry of a payment is counted from X-OC-Timestamp',
    expected: `${defaultSeconds} s after its creation`,
    after: `${defaultSeconds} s after `,
  }),
  atVerify,
)

payment.clause(
  'PAYMENT-02',
  'default expiry to the second',
  async context => {
    const read = async () => {
      const { payment, transaction } = await observePayment(context)
      return { createdAt: transaction.createdAt, expiresAt: transaction.expiresAt ?? payment.expiresAt }
    }
    const readings = await readUntilExact(context, { read, timeOf: ({ expiresAt }) => expiresAt })
    if (!readings.every(({ expiresAt }) => isRound(expiresAt))) return
    if (readings.every(({ createdAt }) => isRound(createdAt)))
      blocked('createdAt is rounded too (PAYMENT-06)', 'PAYMENT-06')
    fail('the default expiry of payments is rounded', {
      expected: `${defaultSeconds} s after their creation, to the second`,
      actual: readings,
    })
  },
  atVerify,
)
