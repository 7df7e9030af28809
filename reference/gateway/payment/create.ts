import { Refusal } from '../../../protocol/errors.ts'
import type { PaymentRequest, PaymentResponse } from '../../../schemas/messages.ts'
import { unixSeconds } from '../../service/ports.ts'
import { enforce, type Rule } from '../../service/rules.ts'
import type { Gateway } from '../contract.ts'
import { amountRefusal, currencyRefusal } from '../money.ts'
import { ifDefined } from '../proof.ts'
import type { PendingPayment } from '../records.ts'

/** A request for a pending payment, and who sent it. */
export type PaymentCreation = { caller: number; request: PaymentRequest; gateway: Gateway }

/** How long a payment is pending that says nothing of it (heading "Limits"). */
export const paymentSeconds = 3600

export const payeeIsRegistered: Rule<PaymentCreation> = ({ request, gateway }) =>
  gateway.directory.merchants.has(request.to)
    ? undefined
    : new Refusal('MERCHANT_NOT_REGISTERED', 400, 'The merchant is not registered at this gateway.')

export const paymentCurrencyIsSupported: Rule<PaymentCreation> = ({ request, gateway }) =>
  currencyRefusal(request, gateway)

export const paymentAmountIsAccepted: Rule<PaymentCreation> = ({ request }) => amountRefusal(request)

export const paymentIsNotOver: Rule<PaymentCreation> = ({ request, gateway: { ports } }) => {
  const { expiresAt = Number.POSITIVE_INFINITY } = request
  return expiresAt <= unixSeconds(ports) ? new Refusal('INVALID_REQUEST', 400, 'expiresAt is in the past.') : undefined
}

/** What POST /payment/create asks of a request. */
export const paymentRules: readonly Rule<PaymentCreation>[] = [
  payeeIsRegistered,
  paymentCurrencyIsSupported,
  paymentAmountIsAccepted,
  paymentIsNotOver,
]

/** When a payment expires, in Unix seconds. */
export const paymentExpiry = ({ expiresAt }: PaymentRequest, now: number): number => expiresAt ?? now + paymentSeconds

/** A fresh payment (heading "Pending payment"). order.urls are kept, and fetched by nobody here. */
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

/** Where a payment can be settled: the list of the metadata. */
export const settlementOf = ({ accepts }: Gateway): { accepts: number[] } => ({ accepts })

/** POST /payment/create. */
export const createPayment = (request: PaymentRequest, caller: number, gateway: Gateway): PaymentResponse => {
  enforce(gateway.policies.paymentRules, { caller, request, gateway })
  const payment = gateway.policies.newPayment({ caller, request, gateway })
  gateway.store.recordPayment(payment)
  const { status, txid, amount, currency, expiresAt } = payment
  const settlement = gateway.policies.settlementOf(gateway)
  return { status, txid, amount, currency, expiresAt, settlement }
}
