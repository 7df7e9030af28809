import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isClientError, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { blocked, expectSame, expectThat, isSameJson, notApplicable } from '../../../harness/outcome.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { isObject, type Json, type JsonObject } from '../../../protocol/json.ts'
import type { PaymentRequest } from '../../../schemas/messages.ts'
import { edit } from '../../support/edit.ts'
import { expiredPayment, isPending } from '../../support/gateway/payment-expiry.ts'
import { namedOrder, paid, proofOf, transferred, txidOf } from '../../support/gateway/transactions.ts'
import { whereDeclared } from '../../support/parametrize.ts'

/** Heading "Limits": the default expiry of a pending payment. */
const defaultSeconds = 3_600

/** Seconds by which a creation time may differ from ours. */
const toleranceSeconds = 5

/** Units up to which generated amounts go. */
const mostUnits = 500

const both = ['verify', 'payment.create'] as const

/** A payment that has to be accepted: what it was answered with, and what verify shows of it. */
const watched = async (context: CheckContext, changes: Partial<PaymentRequest> = {}) => {
  const sentAt = context.now()
  const made = await context.pay(context.paymentOf(context.merchant, changes)).asControl()
  const shown = await context.verify(txidOf(made))
  if (!isObject(shown.json)) blocked(`verify shows nothing of a pending payment: ${summary(shown)}`)
  return { made, shown: shown.json as JsonObject, sentAt, readAt: context.now() }
}

/** A number of seconds that says now, or near it. */
const isNear = (seconds: Json | undefined, { sentAt, readAt }: { sentAt: number; readAt: number }): boolean =>
  typeof seconds === 'number' && seconds >= sentAt - toleranceSeconds && seconds <= readAt + toleranceSeconds

const suite = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create'] })
const { clause } = suite

clause('PAYMENT-01', 'valid payment', async context => {
  await context
    .pay(context.paymentOf(context.merchant, { memo: 'Conformance payment' }))
    .expectAccepted('payment-response')
})

clause('PAYMENT-01', 'payment for an order', async context => {
  const { order, named } = namedOrder(context, 100)
  const body = context.paymentOf(context.merchant, { amount: order.amount, order: named, memo: 'Conformance order' })
  await context.pay(body).expectAccepted('payment-response')
})

clause(
  'PAYMENT-02',
  'default expiry',
  async context => {
    const { made, shown, ...times } = await watched(context)
    const expiresAt = shown.expiresAt ?? made.expiresAt
    // A creation time that is none (PAYMENT-06) leaves our own clock to count from.
    const isExact = isNear(shown.createdAt, times)
    const expected = isExact ? Number(shown.createdAt) + defaultSeconds : times.sentAt + defaultSeconds
    const holdsExactly = isExact ? expiresAt === expected : isNear(Number(expiresAt) - defaultSeconds, times)
    expectThat(holdsExactly, 'a payment without expiresAt does not expire 3600 s after its creation', {
      expected,
      actual: expiresAt ?? 'no expiresAt',
    })
  },
  { operations: both },
)

clause(
  'PAYMENT-03',
  'given expiry',
  async context => {
    await paid(context)
    await keepsExpiry(context, context.now() + 1_800)
    // Whoever limits how long a payment may live refuses the longer one.
    const longer = context.now() + 5_400
    const response = await context.pay(context.paymentOf(context.merchant, { expiresAt: longer }))
    if (isSuccess(response)) await keepsExpiry(context, longer)
  },
  { operations: both },
)

const keepsExpiry = async (context: CheckContext, expiresAt: number): Promise<void> => {
  const { made, shown } = await watched(context, { expiresAt })
  expectSame(
    shown.expiresAt ?? made.expiresAt ?? 'no expiresAt',
    expiresAt,
    'expiresAt of a payment that was given one',
  )
}

clause('PAYMENT-04', 'merchant that nobody knows', async context => {
  await paid(context)
  await context.pay(context.paymentOf(context.nobody)).expectRefusal(400, 'MERCHANT_NOT_REGISTERED')
})

clause('PAYMENT-04', 'stranger to the gateway', async context => {
  await paid(context)
  await context.pay(context.paymentOf(context.stranger)).expectRefusal(400, 'MERCHANT_NOT_REGISTERED')
})

clause.property('PAYMENT-05', 'amount and currency', {
  arbitrary: ({ money }) => fc.integer({ min: 1, max: Math.min(Number(money.most), mostUnits) }),
  runs: 8,
  test: async (context, units) => {
    const amount = context.money.amount(units)
    const made = await context.pay(context.paymentOf(context.merchant, { amount })).asControl()
    expectThat(isSameAmount(String(made.amount), amount), 'the amount of a payment is not that of the request', {
      expected: amount,
      actual: made.amount ?? 'no amount',
    })
    expectSame(made.currency, context.money.currency, 'the currency of a payment')
  },
})

clause(
  'PAYMENT-06',
  'pending at verify',
  async context => {
    const { money } = context
    // Every digit tells: what cuts or rounds would leave a whole amount as it is.
    const amount = money.amount(money.most < 123n ? money.most : 123)
    const { made, shown, ...times } = await watched(context, { amount, expiresAt: context.now() + 1_800 })
    expectSame(shown.status, 'pending', 'the status that verify shows of a pending payment')
    expectThat(isSameAmount(String(shown.amount), String(made.amount)), 'the amount that verify shows is another', {
      expected: made.amount ?? 'no amount',
      actual: shown.amount ?? 'no amount',
    })
    expectSame(shown.currency, made.currency, 'the currency that verify shows')
    // What was given and what became of it is PAYMENT-03's affair.
    if (made.expiresAt !== undefined) expectSame(shown.expiresAt, made.expiresAt, 'the expiresAt that verify shows')
    expectThat(isNear(shown.createdAt, times), 'the createdAt that verify shows is not near now', {
      expected: times.sentAt,
      actual: shown.createdAt ?? 'no createdAt',
    })
  },
  { operations: both },
)

clause('PAYMENT-07', 'list of settlement providers', async context => {
  const config = member(context.run.metadata.json, 'config')
  const published = member(member(config, 'settlement'), 'accepts')
  if (!Array.isArray(published))
    return notApplicable('The metadata has no config.settlement.accepts (META-09, META-18) to compare with.')
  const answered = member((await paid(context)).settlement, 'accepts')
  const isList = Array.isArray(answered) && isSameJson(sorted(answered), sorted(published))
  expectThat(isList, 'settlement.accepts is not the list of the metadata', {
    expected: published,
    actual: answered ?? 'no settlement.accepts',
  })
})

/** As a set: which comes first is not shown. */
const sorted = (list: unknown): unknown[] => (Array.isArray(list) ? [...new Set(list)].sort() : [])

clause(
  'PAYMENT-08',
  'expired payment',
  async context => {
    const { shown, keptExpiry } = await expiredPayment(context)
    if (!keptExpiry) blocked('the payment did not get the expiresAt that was asked for (PAYMENT-03)')
    expectThat(!isPending(shown), 'a payment past its expiresAt is still reported as pending', {
      expected: 'another status',
      actual: shown.json ?? summary(shown),
    })
  },
  { operations: both },
)

clause('PAYMENT-11', 'required member missing', async context => {
  await refusesAll(context, [
    ['to', undefined],
    ['amount', undefined],
    ['currency', undefined],
  ])
})

clause('PAYMENT-11', 'recipient that is no integer', async context => {
  await refusesAll(context, [
    ['to', String(context.merchant.ocid)],
    ['to', context.merchant.ocid + 0.5],
    ['to', null],
    ['to', { ocid: context.merchant.ocid }],
    ['to', [context.merchant.ocid]],
  ])
})

const refusesAll = async (
  context: CheckContext,
  changes: readonly (readonly [string, Json | undefined])[],
): Promise<void> => {
  await paid(context)
  for (const [path, value] of changes) {
    const body = edit(context.paymentOf(context.merchant) as JsonObject, path, value)
    const response = await context.call('payment.create', body, { as: context.app })
    const what = value === undefined ? `without ${path}` : `with ${path} ${JSON.stringify(value)}`
    expectThat(isClientError(response), `a payment ${what} is not refused`, {
      expected: 'a 4xx',
      actual: summary(response),
    })
  }
}

clause('PAYMENT-12', 'equal payments', async context => {
  const body = context.paymentOf(context.merchant)
  await differ(context, [body, body, body])
})

clause('PAYMENT-12', 'payments for one order', async context => {
  const { order, named } = namedOrder(context, 100)
  const of = () => context.paymentOf(context.merchant, { amount: order.amount, order: named })
  await differ(context, [of(), of(), of()])
})

/** Whoever refuses to make a payment twice gives no txid twice. */
const differ = async (context: CheckContext, bodies: readonly PaymentRequest[]): Promise<void> => {
  const responses = await Promise.all(bodies.map(body => context.pay(body)))
  const made = responses.filter(isSuccess)
  if (made.length === 0) blocked(`no payment is accepted: ${responses.map(summary).join(', ')}`)
  const txids = made.map(response => txidOf(response.json))
  expectThat(new Set(txids).size === txids.length, 'two payments have one txid', {
    expected: 'as many txids as payments',
    actual: txids,
  })
}

clause(
  'PAYMENT-12',
  'payments and transfers',
  async context => {
    const { order, named } = namedOrder(context, 1)
    const to = { ocid: context.merchant.ocid, reference: order.id }
    const payments = await Promise.all([paid(context), paid(context), paid(context)])
    const transfers = await Promise.all([transferred(context), transferred(context), transferred(context)])
    const payment = await context.pay(context.paymentOf(context.merchant, { amount: order.amount, order: named }))
    const transfer = await context.transfer({ from: context.partner, to, units: 1, order: named })
    // An order that is being paid may be refused the second time: what is refused has no txid.
    if (isSuccess(payment)) payments.push(payment.json as JsonObject)
    if (isSuccess(transfer)) transfers.push(proofOf(transfer.json))
    const taken = new Set(transfers.map(txidOf))
    const shared = payments.map(txidOf).filter(txid => taken.has(txid))
    expectThat(shared.length === 0, 'a payment has the txid of a transfer', {
      expected: 'txids of their own',
      actual: shared,
    })
  },
  { operations: ['payment.create', 'transfer.create'] },
)

clause(
  'PAYMENT-13',
  'several payments kept apart',
  async context => {
    const made = await Promise.all([1, 2, 3].map(units => kept(context, units)))
    const shown = await Promise.all(made.map(async one => ({ one, json: (await context.verify(txidOf(one))).json })))
    const read = shown.filter(({ json }) => isObject(json) && json.txid !== undefined)
    if (read.length === 0) notApplicable('Verify shows nothing of a payment by which it could be told from others.')
    for (const { one, json } of read) {
      expectSame(member(json, 'txid'), one.txid, 'the txid of a payment as verify shows it')
      const { amount = one.amount, currency = one.currency } = json as JsonObject
      expectSame(currency, one.currency, 'the currency of a payment as verify shows it')
      expectThat(isSameAmount(String(amount), String(one.amount)), 'verify shows the amount of another payment', {
        expected: one.amount ?? 'no amount',
        actual: amount ?? 'no amount',
      })
    }
  },
  { operations: both },
)

/** A payment with every optional member. */
const kept = async (context: CheckContext, units: number): Promise<JsonObject> => {
  const { order, named } = namedOrder(context, units)
  const changes = { amount: order.amount, memo: 'Conformance payment', expiresAt: context.now() + 1_800, order: named }
  return context.pay(context.paymentOf(context.merchant, changes)).asControl()
}

/** POST /payment/create. */
export const paymentSuite = whereDeclared(suite)
