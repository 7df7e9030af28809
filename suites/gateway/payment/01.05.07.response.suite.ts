import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectSame, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { type Json, memberOf } from '../../../protocol/json/json.ts'
import { createPayment, referencedOrder } from '../../support/gateway/transactions.ts'
import { amountBeyondFractions, unitsThatFractionsCut } from '../../support/gateway/transfer/binary-amounts.ts'

/** Units up to which generated amounts go. */
const mostUnits = 500

/** The response to a valid payment. Heading: POST /payment/create. */
const { clause } = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create'] })

clause('PAYMENT-01', 'valid payment', async context => {
  const body = context.paymentOf(context.merchant, { memo: 'Conformance payment' })
  await context.pay(body).expectAccepted('payment-response')
})

clause('PAYMENT-01', 'payment for an order', async context => {
  const { order, orderReference } = referencedOrder(context, 100)
  const changes = { amount: order.amount, order: orderReference, memo: 'Conformance order' }
  await context.pay(context.paymentOf(context.merchant, changes)).expectAccepted('payment-response')
})

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
  // Fraud checks may refuse so much.
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
  // A reference may be taken once; then the second payment is refused.
  if (isSuccess(response)) expectAmount(response.json, amount)
})

clause('PAYMENT-07', 'list of settlement providers', async context => {
  const config = memberOf(context.run.metadata.json, 'config')
  const published = memberOf(memberOf(config, 'settlement'), 'accepts')
  if (!Array.isArray(published))
    return notApplicable('The metadata has no config.settlement.accepts (META-09, META-18) to compare with.')
  const returned = memberOf((await createPayment(context)).settlement, 'accepts')
  const isAccepted = (provider: Json) => published.includes(provider)
  const areAccepted = Array.isArray(returned) && returned.length > 0 && returned.every(isAccepted)
  expectThat(areAccepted, 'settlement.accepts is not of the list in the metadata', {
    expected: published,
    actual: returned ?? 'no settlement.accepts',
  })
})
