import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../../protocol/errors.ts'
import type { PaymentRequest, PaymentResponse } from '../../../schemas/messages.ts'
import { unixSeconds } from '../../every-role/wire-format/values.ts'
import { ifDefined } from '../../service/if-defined.ts'
import { enforce, type Rule } from '../../service/rules.ts'
import { answerPost } from '../../service/server.ts'
import type { Gateway, PaymentCreation } from '../contract.ts'
import { amountRefusal, currencyRefusal } from '../money.ts'
import type { PendingPayment } from '../records.ts'
import { paymentIsNotOver } from './expiry.ts'

/** Refuses a payee that is not a registered merchant. Clauses: PAYMENT-04, PAYMENT-14. */
export const payeeIsRegistered: Rule<PaymentCreation> = ({ request, gateway }) =>
  gateway.directory.merchants.has(request.to)
    ? undefined
    : new Refusal('MERCHANT_NOT_REGISTERED', 400, 'The merchant is not registered at this gateway.')

/** Refuses a currency that is not supported. Clause: PAYMENT-14. */
export const paymentCurrencyIsSupported: Rule<PaymentCreation> = ({ request, gateway }) =>
  currencyRefusal(request, gateway)

/** Refuses an amount that the gateway does not take. */
export const paymentAmountIsAccepted: Rule<PaymentCreation> = ({ request }) => amountRefusal(request)

/** The rules of POST /payment/create, in order. */
export const paymentRules: readonly Rule<PaymentCreation>[] = [
  payeeIsRegistered,
  paymentCurrencyIsSupported,
  paymentAmountIsAccepted,
  paymentIsNotOver,
]

/**
 * Returns a new payment with all that the document lists, which verify then shows (heading "Pending payment"). order.urls are
 * kept and never fetched. Clauses: PAYMENT-05, PAYMENT-06, PAYMENT-09, PAYMENT-10, PAYMENT-12, PAYMENT-13.
 */
export const newPayment = ({ caller, request, gateway }: PaymentCreation): PendingPayment => {
  const { to, amount, currency, reference, memo, order } = request
  const createdAt = unixSeconds(gateway.ports)
  return {
    txid: gateway.policies.newTxid(gateway),
    caller,
    merchant: to,
    amount,
    currency,
    ...ifDefined('reference', reference),
    ...ifDefined('memo', memo),
    status: 'pending_settlement',
    expiresAt: gateway.policies.paymentExpiry(request, createdAt),
    ...ifDefined('order', order),
    createdAt,
  }
}

/** Returns where a payment can be settled: the list in the metadata. Clause: PAYMENT-07. */
export const settlementOf = ({ accepts }: Gateway): { accepts: number[] } => ({ accepts })

/** Creates a pending payment. Clauses: PAYMENT-01, PAYMENT-05, PAYMENT-14. */
const createPayment = (request: PaymentRequest, caller: number, gateway: Gateway): PaymentResponse => {
  enforce(gateway.policies.paymentRules, { caller, request, gateway })
  const payment = gateway.policies.newPayment({ caller, request, gateway })
  gateway.store.recordPayment(payment)
  const { status, txid, amount, currency, expiresAt } = payment
  const settlement = gateway.policies.settlementOf(gateway)
  return { status, txid, amount, currency, expiresAt, settlement }
}

/** Serves POST /payment/create; the schema requires to, amount and currency. Clause: PAYMENT-11. */
export const hostPaymentCreation = (server: FastifyInstance, gateway: Gateway): void =>
  answerPost(server, gateway, {
    operation: 'payment.create',
    schema: 'payment-request',
    handle: (request, caller) => createPayment(request, caller, gateway),
  })
