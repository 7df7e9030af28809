import { defineSuite } from '../../../harness/clause.ts'
import { isObject } from '../../../protocol/json/json.ts'
import { expectEchoes } from '../../members/compare.ts'
import { echoesOf } from '../../members/table.ts'
import { ofAlikePayments } from '../../support/gateway/payment/alike-payments.ts'
import { expectSamePayment } from '../../support/gateway/payment/payments.ts'
import { readTransaction, txidOf } from '../../support/gateway/transactions.ts'

/** Payments are kept apart although they have a reference, a memo or an order in common. Heading: Pending payment. */
const { clause } = defineSuite({ id: 'payment-members', roles: ['gateway'], operations: ['payment.create'] })
const atVerify = { operations: ['verify', 'payment.create'] } as const

clause.property(
  'PAYMENT-05',
  'amounts and currencies of payments that are alike',
  ofAlikePayments((_, { body, payment }) =>
    expectEchoes(echoesOf('payment.create', 'response', 'PAYMENT-05'), body, payment, 'response'),
  ),
)

clause.property(
  'PAYMENT-03',
  'expiries of payments that are alike',
  ofAlikePayments(async (context, { body, payment }) => {
    const { json } = await readTransaction(context, txidOf(payment))
    if (isObject(json)) expectEchoes(echoesOf('payment.create', 'verify', 'PAYMENT-03'), body, json, 'verify')
  }),
  atVerify,
)

clause.property(
  'PAYMENT-13',
  'payments that are alike kept apart',
  ofAlikePayments(async (context, { payment }) => {
    const { json } = await readTransaction(context, txidOf(payment))
    if (isObject(json) && json.txid !== undefined) expectSamePayment(json, payment)
  }),
  atVerify,
)
