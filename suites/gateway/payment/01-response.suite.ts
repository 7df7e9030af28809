/** PAYMENT-01 · 200 { status: pending_settlement, txid, amount, currency, settlement: { accepts: [integer] } }. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectSame } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { anyOmission, omissionSamples, withoutMembers } from '../../members/absences.ts'
import { createPayment, referencedOrder } from '../../support/gateway/transactions.ts'
import { fullPayment } from './full-payment.ts'
import { paymentDespite, refused, sentByCaller } from './target-set.ts'

const { clause } = defineSuite({ id: 'payment-members', roles: ['gateway'], operations: ['payment.create'] })

const send = (context: CheckContext, body: JsonObject) => context.call('payment.create', body, { as: context.app })

const optional = ['reference', 'memo', 'expiresAt', 'order'] as const

clause.property<string[]>('PAYMENT-01', 'payments without some of their optional members', async control => {
  await createPayment(control)
  return {
    arbitrary: () => anyOmission(optional),
    examples: omissionSamples(optional),
    runs: 4,
    test: async (context, names) =>
      void (await send(context, withoutMembers(fullPayment(context), names)).expectAccepted('payment-response')),
  }
})

const payment = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create'] })

payment.clause('PAYMENT-01', 'valid payment', async context => {
  const body = context.paymentOf(context.merchant, { memo: 'Conformance payment' })
  await context.pay(body).expectAccepted('payment-response')
})

payment.clause('PAYMENT-01', 'payment for an order', async context => {
  const { order, orderReference } = referencedOrder(context, 100)
  const changes = { amount: order.amount, order: orderReference, memo: 'Conformance order' }
  await context.pay(context.paymentOf(context.merchant, changes)).expectAccepted('payment-response')
})

const set = defineSuite({ id: 'payment-target-set', roles: ['gateway'], operations: ['payment.create'] })

set.clause(
  'PAYMENT-01',
  'status that the caller sends',
  async context => {
    await createPayment(context)
    const { status } = (await paymentDespite(context, sentByCaller(context))) ?? refused()
    expectSame(status, 'pending_settlement', 'the status of a payment')
  },
  { fromTable: true },
)
