import fc from 'fast-check'
import { sameAmount } from '../../protocol/amount.ts'
import { isObject, type Json, type JsonObject } from '../../protocol/json.ts'
import type { PaymentRequest } from '../../schemas/messages.ts'
import { edit } from '../edit.ts'
import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import { blocked, holds, isSame, notApplicable, same } from '../harness/outcome.ts'
import { isClientError, isSuccess, summary } from '../harness/sent.ts'
import { member } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import { expiredPayment, isPending } from './expiry.ts'
import { namedOrder, paid, proofOf, transferred, txidOf } from './transactions.ts'

/** Heading "Limits": the default expiry of a pending payment. */
const defaultSeconds = 3_600

/** Seconds by which a creation time may differ from ours. */
const toleranceSeconds = 5

/** Units up to which generated amounts go. */
const mostUnits = 500

const both = ['verify', 'payment.create'] as const

/** A payment that has to be accepted: what it was answered with, and what verify shows of it. */
const watched = async (stage: Stage, changes: Partial<PaymentRequest> = {}) => {
  const sentAt = stage.now()
  const made = await stage.pay(stage.paymentOf(stage.merchant, changes)).asControl()
  const shown = await stage.verify(txidOf(made))
  if (!isObject(shown.json)) blocked(`verify shows nothing of a pending payment: ${summary(shown)}`)
  return { made, shown: shown.json as JsonObject, sentAt, readAt: stage.now() }
}

/** A number of seconds that says now, or near it. */
const isNear = (seconds: Json | undefined, { sentAt, readAt }: { sentAt: number; readAt: number }): boolean =>
  typeof seconds === 'number' && seconds >= sentAt - toleranceSeconds && seconds <= readAt + toleranceSeconds

const suite = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create'] })
const { clause } = suite

clause('PAYMENT-01', 'valid payment', async stage => {
  await stage.pay(stage.paymentOf(stage.merchant, { memo: 'Conformance payment' })).accepts('payment-response')
})

clause('PAYMENT-01', 'payment for an order', async stage => {
  const { order, named } = namedOrder(stage, 100)
  const body = stage.paymentOf(stage.merchant, { amount: order.amount, order: named, memo: 'Conformance order' })
  await stage.pay(body).accepts('payment-response')
})

clause(
  'PAYMENT-02',
  'default expiry',
  async stage => {
    const { made, shown, ...times } = await watched(stage)
    const expiresAt = shown.expiresAt ?? made.expiresAt
    // A creation time that is none (PAYMENT-06) leaves our own clock to count from.
    const isExact = isNear(shown.createdAt, times)
    const expected = isExact ? Number(shown.createdAt) + defaultSeconds : times.sentAt + defaultSeconds
    const holdsExactly = isExact ? expiresAt === expected : isNear(Number(expiresAt) - defaultSeconds, times)
    holds(holdsExactly, 'a payment without expiresAt does not expire 3600 s after its creation', {
      expected,
      actual: expiresAt ?? 'no expiresAt',
    })
  },
  { operations: both },
)

clause(
  'PAYMENT-03',
  'given expiry',
  async stage => {
    await paid(stage)
    await keepsExpiry(stage, stage.now() + 1_800)
    // Whoever limits how long a payment may live refuses the longer one.
    const longer = stage.now() + 5_400
    const answer = await stage.pay(stage.paymentOf(stage.merchant, { expiresAt: longer }))
    if (isSuccess(answer)) await keepsExpiry(stage, longer)
  },
  { operations: both },
)

const keepsExpiry = async (stage: Stage, expiresAt: number): Promise<void> => {
  const { made, shown } = await watched(stage, { expiresAt })
  same(shown.expiresAt ?? made.expiresAt ?? 'no expiresAt', expiresAt, 'expiresAt of a payment that was given one')
}

clause('PAYMENT-04', 'merchant that nobody knows', async stage => {
  await paid(stage)
  await stage.pay(stage.paymentOf(stage.nobody)).refuses(400, 'MERCHANT_NOT_REGISTERED')
})

clause('PAYMENT-04', 'stranger to the gateway', async stage => {
  await paid(stage)
  await stage.pay(stage.paymentOf(stage.stranger)).refuses(400, 'MERCHANT_NOT_REGISTERED')
})

clause.property('PAYMENT-05', 'amount and currency', {
  given: ({ money }) => fc.integer({ min: 1, max: Math.min(Number(money.most), mostUnits) }),
  runs: 8,
  holds: async (stage, units) => {
    const amount = stage.money.amount(units)
    const made = await stage.pay(stage.paymentOf(stage.merchant, { amount })).asControl()
    holds(sameAmount(String(made.amount), amount), 'the amount of a payment is not that of the request', {
      expected: amount,
      actual: made.amount ?? 'no amount',
    })
    same(made.currency, stage.money.currency, 'the currency of a payment')
  },
})

clause(
  'PAYMENT-06',
  'pending at verify',
  async stage => {
    const { money } = stage
    // Every digit tells: what cuts or rounds would leave a whole amount as it is.
    const amount = money.amount(money.most < 123n ? money.most : 123)
    const { made, shown, ...times } = await watched(stage, { amount, expiresAt: stage.now() + 1_800 })
    same(shown.status, 'pending', 'the status that verify shows of a pending payment')
    holds(sameAmount(String(shown.amount), String(made.amount)), 'the amount that verify shows is another', {
      expected: made.amount ?? 'no amount',
      actual: shown.amount ?? 'no amount',
    })
    same(shown.currency, made.currency, 'the currency that verify shows')
    // What was given and what became of it is PAYMENT-03's affair.
    if (made.expiresAt !== undefined) same(shown.expiresAt, made.expiresAt, 'the expiresAt that verify shows')
    holds(isNear(shown.createdAt, times), 'the createdAt that verify shows is not near now', {
      expected: times.sentAt,
      actual: shown.createdAt ?? 'no createdAt',
    })
  },
  { operations: both },
)

clause('PAYMENT-07', 'list of settlement providers', async stage => {
  const config = member(stage.session.metadata.json, 'config')
  const published = member(member(config, 'settlement'), 'accepts')
  if (!Array.isArray(published))
    return notApplicable('The metadata has no config.settlement.accepts (META-09, META-18) to compare with.')
  const answered = member((await paid(stage)).settlement, 'accepts')
  const isList = Array.isArray(answered) && isSame(sorted(answered), sorted(published))
  holds(isList, 'settlement.accepts is not the list of the metadata', {
    expected: published,
    actual: answered ?? 'no settlement.accepts',
  })
})

/** As a set: which comes first is not shown. */
const sorted = (list: unknown): unknown[] => (Array.isArray(list) ? [...new Set(list)].sort() : [])

clause(
  'PAYMENT-08',
  'expired payment',
  async stage => {
    const { shown, keptExpiry } = await expiredPayment(stage)
    if (!keptExpiry) blocked('the payment did not get the expiresAt that was asked for (PAYMENT-03)')
    holds(!isPending(shown), 'a payment past its expiresAt is still reported as pending', {
      expected: 'another status',
      actual: shown.json ?? summary(shown),
    })
  },
  { operations: both },
)

clause('PAYMENT-11', 'required member missing', async stage => {
  await refusesAll(stage, [
    ['to', undefined],
    ['amount', undefined],
    ['currency', undefined],
  ])
})

clause('PAYMENT-11', 'recipient that is no integer', async stage => {
  await refusesAll(stage, [
    ['to', String(stage.merchant.ocid)],
    ['to', stage.merchant.ocid + 0.5],
    ['to', null],
    ['to', { ocid: stage.merchant.ocid }],
    ['to', [stage.merchant.ocid]],
  ])
})

const refusesAll = async (stage: Stage, changes: readonly (readonly [string, Json | undefined])[]): Promise<void> => {
  await paid(stage)
  for (const [path, value] of changes) {
    const body = edit(stage.paymentOf(stage.merchant) as JsonObject, path, value)
    const answer = await stage.call('payment.create', body, { as: stage.app })
    const what = value === undefined ? `without ${path}` : `with ${path} ${JSON.stringify(value)}`
    holds(isClientError(answer), `a payment ${what} is not refused`, { expected: 'a 4xx', actual: summary(answer) })
  }
}

clause('PAYMENT-12', 'equal payments', async stage => {
  const body = stage.paymentOf(stage.merchant)
  await differ(stage, [body, body, body])
})

clause('PAYMENT-12', 'payments for one order', async stage => {
  const { order, named } = namedOrder(stage, 100)
  const of = () => stage.paymentOf(stage.merchant, { amount: order.amount, order: named })
  await differ(stage, [of(), of(), of()])
})

/** Whoever refuses to make a payment twice gives no txid twice. */
const differ = async (stage: Stage, bodies: readonly PaymentRequest[]): Promise<void> => {
  const answers = await Promise.all(bodies.map(body => stage.pay(body)))
  const made = answers.filter(isSuccess)
  if (made.length === 0) blocked(`no payment is accepted: ${answers.map(summary).join(', ')}`)
  const txids = made.map(answer => txidOf(answer.json))
  holds(new Set(txids).size === txids.length, 'two payments have one txid', {
    expected: 'as many txids as payments',
    actual: txids,
  })
}

clause(
  'PAYMENT-12',
  'payments and transfers',
  async stage => {
    const { order, named } = namedOrder(stage, 1)
    const to = { ocid: stage.merchant.ocid, reference: order.id }
    const payments = await Promise.all([paid(stage), paid(stage), paid(stage)])
    const transfers = await Promise.all([transferred(stage), transferred(stage), transferred(stage)])
    const payment = await stage.pay(stage.paymentOf(stage.merchant, { amount: order.amount, order: named }))
    const transfer = await stage.transfer({ from: stage.partner, to, units: 1, order: named })
    // An order that is being paid may be refused the second time: what is refused has no txid.
    if (isSuccess(payment)) payments.push(payment.json as JsonObject)
    if (isSuccess(transfer)) transfers.push(proofOf(transfer.json))
    const taken = new Set(transfers.map(txidOf))
    const shared = payments.map(txidOf).filter(txid => taken.has(txid))
    holds(shared.length === 0, 'a payment has the txid of a transfer', {
      expected: 'txids of their own',
      actual: shared,
    })
  },
  { operations: ['payment.create', 'transfer.create'] },
)

clause(
  'PAYMENT-13',
  'several payments kept apart',
  async stage => {
    const made = await Promise.all([1, 2, 3].map(units => kept(stage, units)))
    const shown = await Promise.all(made.map(async one => ({ one, json: (await stage.verify(txidOf(one))).json })))
    const read = shown.filter(({ json }) => isObject(json) && json.txid !== undefined)
    if (read.length === 0) notApplicable('Verify shows nothing of a payment by which it could be told from others.')
    for (const { one, json } of read) {
      same(member(json, 'txid'), one.txid, 'the txid of a payment as verify shows it')
      const { amount = one.amount, currency = one.currency } = json as JsonObject
      same(currency, one.currency, 'the currency of a payment as verify shows it')
      holds(sameAmount(String(amount), String(one.amount)), 'verify shows the amount of another payment', {
        expected: one.amount ?? 'no amount',
        actual: amount ?? 'no amount',
      })
    }
  },
  { operations: both },
)

/** A payment with every optional member. */
const kept = async (stage: Stage, units: number): Promise<JsonObject> => {
  const { order, named } = namedOrder(stage, units)
  const changes = { amount: order.amount, memo: 'Conformance payment', expiresAt: stage.now() + 1_800, order: named }
  return stage.pay(stage.paymentOf(stage.merchant, changes)).asControl()
}

/** POST /payment/create. */
export const paymentSuite = whereDeclared(suite)
