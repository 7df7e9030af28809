import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectSame, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { isObject, type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { foreignOcid, targetSet } from '../../members/target-set.ts'
import { isCreationTime } from '../../support/gateway/payment/payments.ts'
import { createPayment, readTransaction, txidOf } from '../../support/gateway/transactions.ts'

/** What a gateway sets in a payment is not the caller's. Headings: Pending payment, POST /payment/create. */
const { clause } = defineSuite({ id: 'payment-target-set', roles: ['gateway'], operations: ['payment.create'] })
const atVerify = { operations: ['verify', 'payment.create'], fromTable: true } as const

/** Creates a payment whose body also has what the gateway sets; returns the response, or undefined if it is refused. */
const paymentDespite = async (context: CheckContext, more: JsonObject): Promise<JsonObject | undefined> => {
  const body = { ...context.paymentOf(context.merchant, { reference: context.fresh('payment') }), ...more }
  const response = await context.call('payment.create', body, { as: context.app })
  return isSuccess(response) && isObject(response.json) ? response.json : undefined
}

const refused = () => notApplicable('The target refuses a payment with members that only it sets, as it may.')

const sentByCaller = (context: CheckContext) => targetSet(context, ['payment.create', 'verify'])

clause(
  'PAYMENT-01',
  'status that the caller sends',
  async context => {
    await createPayment(context)
    const { status } = (await paymentDespite(context, sentByCaller(context))) ?? refused()
    expectSame(status, 'pending_settlement', 'the status of a payment')
  },
  { fromTable: true },
)

clause(
  'PAYMENT-06',
  'status and createdAt that the caller sends',
  async context => {
    await createPayment(context)
    const sentAt = context.now()
    const payment = (await paymentDespite(context, sentByCaller(context))) ?? refused()
    const { json } = await readTransaction(context, txidOf(payment))
    expectSame(memberOf(json, 'status'), 'pending', 'the status that verify shows of a pending payment')
    const createdAt = memberOf(json, 'createdAt')
    const isNow = isCreationTime(context, createdAt, { sentAt, readAt: context.now() })
    expectThat(isNow, 'the createdAt that verify shows is not near now', {
      expected: sentAt,
      actual: createdAt ?? 'no createdAt',
    })
  },
  atVerify,
)

clause(
  'PAYMENT-07',
  'settlement providers that the caller sends',
  async context => {
    await createPayment(context)
    const { settlement } = (await paymentDespite(context, sentByCaller(context))) ?? refused()
    const accepts = memberOf(settlement, 'accepts')
    const isTaken = Array.isArray(accepts) && accepts.includes(foreignOcid)
    expectThat(!isTaken, 'settlement.accepts has a provider that only the caller named', {
      expected: 'providers of config.settlement.accepts',
      actual: accepts ?? 'no settlement.accepts',
    })
  },
  { fromTable: true },
)

clause(
  'PAYMENT-12',
  'txid that the caller sends',
  async context => {
    await createPayment(context)
    const more = sentByCaller(context)
    const first = (await paymentDespite(context, more)) ?? refused()
    // A gateway that takes the txid for the name of one payment refuses another one.
    const second = await paymentDespite(context, more)
    expectThat(second === undefined || txidOf(second) !== txidOf(first), 'two payments have the same txid', {
      expected: 'a txid of its own for each payment, or a refusal',
      actual: txidOf(first),
    })
  },
  { fromTable: true },
)
