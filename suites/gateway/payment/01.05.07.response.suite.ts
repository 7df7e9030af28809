import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { expectSame, expectThat, isSameJson, notApplicable } from '../../../harness/outcome.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { createPayment, referencedOrder } from '../../support/gateway/transactions.ts'
import { whereDeclared } from '../../support/parametrize.ts'

/** Units up to which generated amounts go. */
const mostUnits = 500

const suite = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create'] })
const { clause } = suite

clause('PAYMENT-01', 'valid payment', async context => {
  const body = context.paymentOf(context.merchant, { memo: 'Conformance payment' })
  await context.pay(body).expectAccepted('payment-response')
})

clause('PAYMENT-01', 'payment for an order', async context => {
  const { order, orderReference } = referencedOrder(context, 100)
  const changes = { amount: order.amount, order: orderReference, memo: 'Conformance order' }
  await context.pay(context.paymentOf(context.merchant, changes)).expectAccepted('payment-response')
})

clause.property('PAYMENT-05', 'amount and currency', {
  arbitrary: ({ money }) => fc.integer({ min: 1, max: Math.min(Number(money.most), mostUnits) }),
  runs: 8,
  test: async (context, units) => {
    const amount = context.money.amount(units)
    const payment = await context.pay(context.paymentOf(context.merchant, { amount })).asControl()
    const isAmount = isSameAmount(String(payment.amount), amount)
    expectThat(isAmount, 'the amount of a payment is not that of the request', {
      expected: amount,
      actual: payment.amount ?? 'no amount',
    })
    expectSame(payment.currency, context.money.currency, 'the currency of a payment')
  },
})

/** Returns a list as a set, since the document does not show its order. */
const asSet = (list: unknown): unknown[] => (Array.isArray(list) ? [...new Set(list)].sort() : [])

clause('PAYMENT-07', 'list of settlement providers', async context => {
  const config = member(context.run.metadata.json, 'config')
  const published = member(member(config, 'settlement'), 'accepts')
  if (!Array.isArray(published))
    return notApplicable('The metadata has no config.settlement.accepts (META-09, META-18) to compare with.')
  const returned = member((await createPayment(context)).settlement, 'accepts')
  const isPublishedList = Array.isArray(returned) && isSameJson(asSet(returned), asSet(published))
  expectThat(isPublishedList, 'settlement.accepts is not the list in the metadata', {
    expected: published,
    actual: returned ?? 'no settlement.accepts',
  })
})

/** The response to a valid payment. Heading: POST /payment/create. */
export const paymentResponse = whereDeclared(suite)
