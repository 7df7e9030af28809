import { requireDeclared } from '../../../harness/capabilities.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { isObject, type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import type { RequirementId } from '../../../protocol/requirements/index.ts'
import { expectEchoes } from '../../members/compare.ts'
import type { Drawn } from '../../members/draw.ts'
import { farPayments, paymentBody, paymentMessages, settledPayments } from '../../members/gateway-messages.ts'
import { proofWith } from '../../members/proof-messages.ts'
import { overMessages } from '../../members/property.ts'
import { echoesOf } from '../../members/table.ts'
import {
  carriesMemos,
  createPendingPayment,
  isSettled,
  type PendingPayment,
  providerProof,
  requireSettled,
  settle,
} from '../../support/gateway/payment/settlement.ts'
import { proofOf, txidOf } from '../../support/gateway/transactions.ts'

/** Whatever a payment says comes back. Headings: POST /payment/create, GET /verify/{txid}. */
const { clause } = defineSuite({ id: 'payment-members', roles: ['gateway'], operations: ['payment.create'] })
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
  { ...atVerify, long: true },
)

clause.property(
  'PAYMENT-03',
  'expiry of any payment',
  overMessages({ ...payments, test: expectAtVerify('PAYMENT-03') }),
  atVerify,
)

clause.property(
  'PAYMENT-03',
  'any expiry',
  overMessages({ messages: farPayments('expiresAt'), send, runs: 4, test: expectAtVerify('PAYMENT-03') }),
  atVerify,
)

/**
 * Creates a payment for an order and settles it with a proof of any txid, sender and memo; returns undefined if the target
 * refuses either.
 */
const sendAndSettle = async (context: CheckContext, drawn: Drawn): Promise<Taken | undefined> => {
  const isOfProof = (name: string) => name.startsWith('proof.')
  const part = (isPart: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(drawn).filter(([name]) => isPart(name)))
  const taken = await send(context, { 'order.id': '', ...part(name => !isOfProof(name)) })
  if (taken === undefined) return undefined
  const { amount, currency, memo, order } = taken.body
  const plan = { order: { id: memberOf(order, 'id'), amount, currency }, memo, txid: txidOf(taken.payment) }
  const payment = plan as unknown as PendingPayment
  const { memo: _memo, ...plain } = providerProof(context, payment)
  return isSettled(await settle(context, payment, { proof: proofWith(plain, part(isOfProof)) })) ? taken : undefined
}

clause.property(
  'PAYMENT-15',
  'any settled payment',
  async context => {
    requireDeclared(context, 'payment.settle')
    await requireSettled(context, await createPendingPayment(context))
    return overMessages({
      messages: settledPayments,
      send: sendAndSettle,
      runs: 2,
      test: async (on, { body, payment }: Taken) => {
        const transaction = await on.verify(txidOf(payment)).expectAccepted()
        const proof = proofOf(transaction)
        const echoes = echoesOf('payment.create', 'proof', 'PAYMENT-15')
        const isBare = proof.memo === undefined && body.memo !== undefined && !(await carriesMemos(on))
        expectEchoes(isBare ? echoes.filter(({ as }) => as !== 'memo') : echoes, body, proof, 'proof')
      },
    })(context)
  },
  { ...atVerify, long: true },
)
