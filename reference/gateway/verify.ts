import { Refusal } from '../../protocol/errors.ts'
import type { JsonObject } from '../../protocol/json.ts'
import { reportedStatus, type TransactionStatus } from '../../protocol/states.ts'
import { unixSeconds } from '../service/ports.ts'
import type { Gateway } from './contract.ts'
import type { Payment, PendingPayment, Transaction } from './records.ts'

/** Where a payment stands now that is not settled; past its expiresAt it is no longer pending. */
export const paymentStatus = ({ status, expiresAt }: PendingPayment, { ports }: Gateway): TransactionStatus =>
  expiresAt <= unixSeconds(ports) ? 'expired' : status

const describePayment = (payment: Payment, gateway: Gateway): JsonObject => {
  if (payment.status === 'completed') return { status: 'completed', ...payment.settled.own }
  const { txid, amount, currency, createdAt, expiresAt } = payment
  const status = reportedStatus(gateway.policies.paymentStatus(payment, gateway))
  return status === 'pending' ? { status, txid, amount, currency, createdAt, expiresAt } : { status, txid }
}

/** What verify tells of a transaction ("Returned by status"): a proof is the one that was first made. */
export const describeTransaction = (transaction: Transaction, gateway: Gateway): JsonObject =>
  transaction.kind === 'completed'
    ? { status: 'completed', ...transaction.signed }
    : describePayment(transaction.payment, gateway)

/** GET /verify/{txid}. */
export const verify = (txid: string, gateway: Gateway): JsonObject => {
  const transaction = gateway.store.transaction(txid)
  if (transaction === undefined) throw new Refusal('TXID_NOT_FOUND', 404, 'There is no such transaction.')
  return gateway.policies.describeTransaction(transaction, gateway)
}
