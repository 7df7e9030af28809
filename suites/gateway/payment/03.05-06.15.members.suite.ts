import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { RequirementId } from '../../../protocol/requirements/index.ts'
import { expectEchoes } from '../../members/compare.ts'
import type { Drawn } from '../../members/draw.ts'
import { farPayments, paymentBody, paymentMessages } from '../../members/gateway-messages.ts'
import { overMessages } from '../../members/property.ts'
import { echoesOf } from '../../members/table.ts'
import { requireDeclared } from '../../support/capabilities.ts'
import {
  createPendingPayment,
  isSettled,
  type PendingPayment,
  requireSettled,
  settle,
} from '../../support/gateway/settlement.ts'
import { proofOf, txidOf } from '../../support/gateway/transactions.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'payment-members', roles: ['gateway'], operations: ['payment.create'] })
const { clause } = suite
const atVerify = { operations: ['verify', 'payment.create'] } as const

/** A payment that was taken: its request and its response. */
type Taken = { body: JsonObject; payment: JsonObject }

/** Sends a payment; returns undefined if the target refuses it. */
const send = async (context: CheckContext, drawn: Drawn): Promise<Taken | undefined> => {
  const body = paymentBody(context, drawn)
  const response = await context.call('payment.create', body, { as: context.app })
  return isSuccess(response) && isObject(response.json) ? { body, payment: response.json } : undefined
}

const expectInResponse = (_: CheckContext, { body, payment }: Taken) =>
  expectEchoes(echoesOf('payment.create', 'response', 'PAYMENT-05'), body, payment, 'response')

const expectAtVerify =
  (id: RequirementId) =>
  async (context: CheckContext, { body, payment }: Taken) => {
    const transaction = await context.verify(txidOf(payment)).expectAccepted()
    expectEchoes(echoesOf('payment.create', 'verify', id), body, transaction, 'verify')
  }

const payments = { messages: paymentMessages, send, runs: 3 }

clause.property('PAYMENT-05', 'any amount in any currency', overMessages({ ...payments, test: expectInResponse }))

clause.property(
  'PAYMENT-05',
  'amounts at the ends of integers',
  overMessages({ messages: farPayments('amount', 'currency'), send, runs: 4, test: expectInResponse }),
)

clause.property(
  'PAYMENT-06',
  'any payment at verify',
  overMessages({ ...payments, test: expectAtVerify('PAYMENT-06') }),
  atVerify,
)

clause.property(
  'PAYMENT-03',
  'any expiry',
  overMessages({ messages: farPayments('expiresAt'), send, runs: 4, test: expectAtVerify('PAYMENT-03') }),
  atVerify,
)

/** Creates a payment for an order and settles it; returns undefined if the target refuses either. */
const sendAndSettle = async (context: CheckContext, drawn: Drawn): Promise<Taken | undefined> => {
  const taken = await send(context, { 'order.id': '', ...drawn })
  if (taken === undefined) return undefined
  const { amount, currency, memo, order } = taken.body
  const plan = { order: { id: member(order, 'id'), amount, currency }, memo, txid: txidOf(taken.payment) }
  return isSettled(await settle(context, plan as unknown as PendingPayment)) ? taken : undefined
}

clause.property(
  'PAYMENT-15',
  'any settled payment',
  async context => {
    requireDeclared(context, 'payment.settle')
    await requireSettled(context, await createPendingPayment(context))
    return overMessages({
      messages: paymentMessages,
      send: sendAndSettle,
      runs: 2,
      test: async (on, { body, payment }: Taken) => {
        const transaction = await on.verify(txidOf(payment)).expectAccepted()
        expectEchoes(echoesOf('payment.create', 'proof', 'PAYMENT-15'), body, proofOf(transaction), 'proof')
      },
    })(context)
  },
  atVerify,
)

/** Whatever a payment says comes back. Headings: POST /payment/create, GET /verify/{txid}. */
export const paymentEchoes = whereDeclared(suite)
