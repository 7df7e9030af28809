import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { blocked, expectSame, expectThat, fail } from '../../../harness/outcome.ts'
import { numberOf } from '../../../protocol/json/any-json.ts'
import type { PaymentRequest } from '../../../schemas/messages.ts'
import { createExpiredPayment, isPending } from '../../support/gateway/payment/payment-expiry.ts'
import { isCreationTime, observePayment, observeStampedPayment } from '../../support/gateway/payment/payments.ts'
import { notCopiedFromStamps, stampRefused } from '../../support/gateway/stamped-before.ts'
import { createPayment, referencedOrder } from '../../support/gateway/transactions.ts'
import { isRound, readUntilExact } from '../../support/rounded-times.ts'

/** The default expiry of a pending payment. Heading: Limits. */
const defaultSeconds = 3_600

/** Seconds between two readings of a clock while a payment is created: createdAt may be the database's. */
const readingSeconds = 5

/** When a payment expires. Headings: POST /payment/create, Limits. */
const { clause } = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create'] })
const atVerify = { operations: ['verify', 'payment.create'] } as const

/** Fails the clause unless a payment without expiresAt gets the default. */
const expectDefaultExpiry = async (context: CheckContext, changes: Partial<PaymentRequest> = {}): Promise<void> => {
  const { payment, transaction, ...times } = await observePayment(context, changes)
  const expiresAt = transaction.expiresAt ?? payment.expiresAt
  // If createdAt is invalid (PAYMENT-06), measure from the time at which the payment was created.
  const isExact = isCreationTime(context, transaction.createdAt, times)
  const createdAt = isExact ? numberOf(transaction.createdAt) : times.sentAt
  const expected = createdAt + defaultSeconds
  const isDefault = isExact
    ? Math.abs(numberOf(expiresAt) - expected) <= readingSeconds
    : isCreationTime(context, numberOf(expiresAt) - defaultSeconds, times)
  expectThat(isDefault, 'a payment without expiresAt does not expire 3600 s after its creation', {
    expected,
    actual: expiresAt ?? 'no expiresAt',
  })
}

clause('PAYMENT-02', 'default expiry', context => expectDefaultExpiry(context), { ...atVerify, firstLook: true })

clause(
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

clause.property<number[]>(
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

clause(
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
      blocked('createdAt is rounded, too (PAYMENT-06)', 'PAYMENT-06')
    fail('the default expiry of payments is rounded', {
      expected: `${defaultSeconds} s after their creation, to the second`,
      actual: readings,
    })
  },
  { ...atVerify, waits: true },
)

const expectExpiry = async (context: CheckContext, expiresAt: number): Promise<void> => {
  const { payment, transaction } = await observePayment(context, { expiresAt })
  const actual = transaction.expiresAt ?? payment.expiresAt ?? 'no expiresAt'
  expectSame(actual, expiresAt, 'expiresAt of a payment that requested one')
}

clause(
  'PAYMENT-03',
  'given expiry',
  async context => {
    await createPayment(context)
    await expectExpiry(context, context.now() + 1_800)
    // A gateway that limits the lifetime of payments may refuse a longer one, and a shorter one.
    for (const seconds of [5_400, 45]) {
      const expiresAt = context.now() + seconds
      const response = await context.pay(context.paymentOf(context.merchant, { expiresAt }))
      if (isSuccess(response)) await expectExpiry(context, expiresAt)
    }
  },
  { ...atVerify, firstLook: true },
)

clause(
  'PAYMENT-08',
  'expired payment',
  async context => {
    const { verifyResponse, hasRequestedExpiry } = await createExpiredPayment(context)
    if (!hasRequestedExpiry) blocked('the payment did not get the requested expiresAt (PAYMENT-03)', 'PAYMENT-03')
    expectThat(!isPending(verifyResponse), 'a payment past its expiresAt is still reported as pending', {
      expected: 'another status',
      actual: verifyResponse.json ?? summary(verifyResponse),
    })
  },
  { ...atVerify, waits: true },
)
