/** PAYMENT-03 · A given expiresAt is kept. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectSame } from '../../../harness/outcome.ts'
import { isObject, type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { expectEchoes } from '../../members/compare.ts'
import { farPayments } from '../../members/gateway-messages.ts'
import { overMessages } from '../../members/property.ts'
import { echoesOf } from '../../members/table.ts'
import { anyPastTimestamp, pastTimestampSamples } from '../../members/values/numbers.ts'
import { observePayment } from '../../support/gateway/payment/payments.ts'
import { ofSimilarPayments } from '../../support/gateway/payment/similar-payments.ts'
import { createPayment, readTransaction, txidOf } from '../../support/gateway/transactions.ts'
import { anyPayments, expectAtVerify, sendAny } from './any-payment.ts'
import { fullPayment } from './full-payment.ts'

const { clause } = defineSuite({ id: 'payment-members', roles: ['gateway'], operations: ['payment.create'] })

const send = (context: CheckContext, body: JsonObject) => context.call('payment.create', body, { as: context.app })

/** Fails the clause if a payment has a different expiry than requested. A gateway may refuse one that expired before it began. */
const expectKeptOrRefused = async (context: CheckContext, expiresAt: number): Promise<void> => {
  const response = await send(context, { ...fullPayment(context), expiresAt })
  if (!isSuccess(response)) return
  const transaction = await context.verify(txidOf(response.json)).expectAccepted()
  const shown = transaction.expiresAt ?? memberOf(response.json, 'expiresAt') ?? expiresAt
  expectSame(shown, expiresAt, 'expiresAt of a payment that requested one')
}

clause.property<number>(
  'PAYMENT-03',
  'any expiry in the past',
  async control => {
    await createPayment(control)
    return {
      arbitrary: ({ now }) => anyPastTimestamp(now()),
      examples: ({ now }) => pastTimestampSamples(now()).slice(0, 2),
      runs: 2,
      test: expectKeptOrRefused,
    }
  },
  { operations: ['payment.create', 'verify'] },
)

const payment = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create'] })
const atVerify = { operations: ['verify', 'payment.create'] } as const

const expectExpiry = async (context: CheckContext, expiresAt: number): Promise<void> => {
  const { payment, transaction } = await observePayment(context, { expiresAt })
  const actual = transaction.expiresAt ?? payment.expiresAt ?? 'no expiresAt'
  expectSame(actual, expiresAt, 'expiresAt of a payment that requested one')
}

payment.clause(
  'PAYMENT-03',
  'given expiry',
  async context => {
    await createPayment(context)
    await expectExpiry(context, context.now() + 1_800)
    // A gateway that limits the lifetime of payments may refuse a longer or a shorter one.
    for (const seconds of [5_400, 45]) {
      const expiresAt = context.now() + seconds
      const response = await context.pay(context.paymentOf(context.merchant, { expiresAt }))
      if (isSuccess(response)) await expectExpiry(context, expiresAt)
    }
  },
  { ...atVerify, firstLook: true },
)

clause.property(
  'PAYMENT-03',
  { id: 'expiries-of-payments-that-are-alike', title: 'expiries of similar payments' },
  ofSimilarPayments(async (context, { body, payment }) => {
    const { json } = await readTransaction(context, txidOf(payment))
    if (isObject(json)) expectEchoes(echoesOf('payment.create', 'verify', 'PAYMENT-03'), body, json, 'verify')
  }),
  atVerify,
)

clause.property(
  'PAYMENT-03',
  'expiry of any payment',
  overMessages({ ...anyPayments, test: expectAtVerify('PAYMENT-03') }),
  atVerify,
)

clause.property(
  'PAYMENT-03',
  'any expiry',
  overMessages({ messages: farPayments('expiresAt'), send: sendAny, runs: 4, test: expectAtVerify('PAYMENT-03') }),
  atVerify,
)
