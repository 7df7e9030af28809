import { Refusal } from '../../../protocol/errors.ts'
import type { TransactionStatus } from '../../../protocol/states.ts'
import type { PaymentRequest } from '../../../schemas/messages.ts'
import { unixSeconds } from '../../every-role/wire-format/values.ts'
import type { Rule } from '../../service/rules.ts'
import type { Gateway, PaymentCreation } from '../contract.ts'
import type { PendingPayment } from '../records.ts'

/** The default time until a payment expires (heading "Limits"). Clause: PAYMENT-02. */
export const paymentSeconds = 3600

/** Returns when a payment expires, in Unix seconds. Clauses: PAYMENT-02, PAYMENT-03. */
export const paymentExpiry = ({ expiresAt }: PaymentRequest, now: number): number => expiresAt ?? now + paymentSeconds

/** Refuses an expiresAt that is not in the future. Clause: PAYMENT-10. */
export const paymentIsNotOver: Rule<PaymentCreation> = ({ request, gateway: { ports } }) => {
  const { expiresAt = Number.POSITIVE_INFINITY } = request
  return expiresAt <= unixSeconds(ports) ? new Refusal('INVALID_REQUEST', 400, 'expiresAt is in the past.') : undefined
}

/** Returns the status of a payment that is not settled: after its expiresAt it is no longer pending. Clause: PAYMENT-08. */
export const paymentStatus = ({ status, expiresAt }: PendingPayment, { ports }: Gateway): TransactionStatus =>
  expiresAt <= unixSeconds(ports) ? 'expired' : status
