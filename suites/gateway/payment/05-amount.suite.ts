/** PAYMENT-05 · amount and currency are those of the request. */

import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectSame, expectThat } from '../../../harness/outcome.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { expectEchoes } from '../../members/compare.ts'
import { farPayments } from '../../members/gateway-messages.ts'
import { overMessages } from '../../members/property.ts'
import { echoesOf } from '../../members/table.ts'
import { ofSimilarPayments } from '../../support/gateway/payment/similar-payments.ts'
import { createPayment } from '../../support/gateway/transactions.ts'
import { amountBeyondFractions, unitsThatFractionsCut } from '../../support/gateway/transfer/binary-amounts.ts'
import { expectSilentAmountsKept } from '../../support/wire-format/silent-amounts.ts'
import { anyPayments, sendAny, type Taken } from './any-payment.ts'

/** The largest generated amount, in units. */
const mostUnits = 500

const { clause } = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create'] })

const expectAmount = (payment: unknown, expected: string): void => {
  const amount = memberOf(payment, 'amount')
  expectThat(isSameAmount(textOf(amount), expected), 'the amount of a payment is not that of the request', {
    expected,
    actual: amount ?? 'no amount',
  })
}

clause.property('PAYMENT-05', 'amount and currency', {
  arbitrary: ({ money }) => fc.integer({ min: 1, max: Math.min(Number(money.most), mostUnits) }),
  examples: ({ money }) => unitsThatFractionsCut(money),
  runs: 8,
  test: async (context, units) => {
    const amount = context.money.amount(units)
    const payment = await context.pay(context.paymentOf(context.merchant, { amount })).asControl()
    expectAmount(payment, amount)
    expectSame(payment.currency, context.money.currency, 'the currency of a payment')
  },
})

clause('PAYMENT-05', 'amount that no binary fraction holds', async context => {
  await createPayment(context)
  const amount = amountBeyondFractions(context.money)
  const response = await context.pay(context.paymentOf(context.merchant, { amount }))
  // Fraud checks may refuse such an amount.
  if (!isSuccess(response)) return
  expectAmount(response.json, amount)
})

clause('PAYMENT-05', 'reference that another caller has used', async context => {
  const reference = context.fresh('shared')
  const { app, partner, merchant, merchant2, money } = context
  const first = context.paymentOf(merchant, { reference, amount: money.amount(1) })
  await context.call('payment.create', { ...first }, { as: app }).asControl()
  const amount = money.amount(2)
  const second = context.paymentOf(merchant2, { reference, amount })
  const response = await context.call('payment.create', { ...second }, { as: partner })
  // A reference may be accepted only once; then the second payment is refused.
  if (isSuccess(response)) expectAmount(response.json, amount)
})

const members = defineSuite({ id: 'payment-members', roles: ['gateway'], operations: ['payment.create'] })

members.clause.property(
  'PAYMENT-05',
  { id: 'amounts-and-currencies-of-payments-that-are-alike', title: 'amounts and currencies of similar payments' },
  ofSimilarPayments((_, { body, payment }) =>
    expectEchoes(echoesOf('payment.create', 'response', 'PAYMENT-05'), body, payment, 'response'),
  ),
)

const expectInResponse = (_: CheckContext, { body, payment }: Taken) =>
  expectEchoes(echoesOf('payment.create', 'response', 'PAYMENT-05'), body, payment, 'response')

members.clause.property(
  'PAYMENT-05',
  'any amount in any currency',
  overMessages({ ...anyPayments, test: expectInResponse }),
)

members.clause.property(
  'PAYMENT-05',
  'amounts at the ends of integers',
  overMessages({ messages: farPayments('amount', 'currency'), send: sendAny, runs: 4, test: expectInResponse }),
)

clause('PAYMENT-05', 'amounts on which the document is silent', context =>
  expectSilentAmountsKept(context, 'payment.create', response => memberOf(response, 'amount')),
)
