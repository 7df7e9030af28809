import { Refusal } from '../../../protocol/errors.ts'
import type { PaymentRequest, PaymentResponse } from '../../../schemas/messages.ts'
import { unixSeconds } from '../../service/ports.ts'
import { enforce, type Rule } from '../../service/rules.ts'
import type { Gateway } from '../contract.ts'
import { refusesAmount, refusesCurrency } from '../money.ts'
import { given } from '../proof.ts'
import type { PendingPayment } from '../records.ts'

/** A request for a pending payment, and who sent it. */
export type PaymentOrder = { caller: number; request: PaymentRequest; gateway: Gateway }

/** How long a payment is pending that says nothing of it (heading "Limits"). */
export const paymentSeconds = 3600

export const payeeIsRegistered: Rule<PaymentOrder> = ({ request, gateway }) =>
  gateway.directory.merchants.has(request.to)
    ? undefined
    : new Refusal('MERCHANT_NOT_REGISTERED', 400, 'The merchant is not registered at this gateway.')

export const paymentCurrencyIsSupported: Rule<PaymentOrder> = ({ request, gateway }) =>
  refusesCurrency(request, gateway)

export const paymentAmountIsAccepted: Rule<PaymentOrder> = ({ request }) => refusesAmount(request)

export const paymentIsNotOver: Rule<PaymentOrder> = ({ request, gateway: { ports } }) => {
  const { expiresAt = Number.POSITIVE_INFINITY } = request
  return expiresAt <= unixSeconds(ports) ? new Refusal('INVALID_REQUEST', 400, 'expiresAt is in the past.') : undefined
}

/** What POST /payment/create asks of a request. */
export const paymentChecks: readonly Rule<PaymentOrder>[] = [
  payeeIsRegistered,
  paymentCurrencyIsSupported,
  paymentAmountIsAccepted,
  paymentIsNotOver,
]

/** When a payment expires, in Unix seconds. */
export const paymentExpiry = ({ expiresAt }: PaymentRequest, now: number): number => expiresAt ?? now + paymentSeconds

/** A fresh payment (heading "Pending payment"). order.urls are kept, and fetched by nobody here. */
export const newPayment = ({ caller, request, gateway }: PaymentOrder): PendingPayment => {
  const { to, amount, currency, reference, memo, order } = request
  const createdAt = unixSeconds(gateway.ports)
  return {
    txid: gateway.policies.newTxid(gateway),
    caller,
    merchant: to,
    amount,
    currency,
    ...given('reference', reference),
    ...given('memo', memo),
    status: 'pending_settlement',
    expiresAt: gateway.policies.paymentExpiry(request, createdAt),
    ...given('order', order),
    createdAt,
  }
}

/** Where a payment can be settled: the list of the metadata. */
export const settlementOf = ({ accepts }: Gateway): { accepts: number[] } => ({ accepts })

/** POST /payment/create. */
export const createPayment = (request: PaymentRequest, caller: number, gateway: Gateway): PaymentResponse => {
  enforce(gateway.policies.paymentChecks, { caller, request, gateway })
  const payment = gateway.policies.newPayment({ caller, request, gateway })
  gateway.store.recordPayment(payment)
  const { status, txid, amount, currency, expiresAt } = payment
  const settlement = gateway.policies.settlementOf(gateway)
  return { status, txid, amount, currency, expiresAt, settlement }
}
