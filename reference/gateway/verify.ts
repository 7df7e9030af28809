import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../protocol/errors.ts'
import type { JsonObject } from '../../protocol/json/json.ts'
import { reportedStatus } from '../../protocol/states.ts'
import { answerGet } from '../service/server.ts'
import type { Gateway } from './contract.ts'
import type { Payment, Transaction } from './records.ts'

/** Returns a new, unguessable transaction id, since verify is public. Clause: VERIFY-07. */
export const newTxid = ({ ports }: Gateway): string => ports.uuid()

const describePayment = (payment: Payment, gateway: Gateway): JsonObject => {
  if (payment.status === 'completed') return { status: 'completed', ...payment.settled.own }
  const { txid, amount, currency, createdAt, expiresAt } = payment
  const status = reportedStatus(gateway.policies.paymentStatus(payment, gateway))
  return status === 'pending' ? { status, txid, amount, currency, createdAt, expiresAt } : { status, txid }
}

/**
 * Returns the response of verify for a transaction ("Returned by status"): a proof with the signature that was first made.
 * Clauses: VERIFY-02, VERIFY-03, VERIFY-04, VERIFY-08.
 */
export const describeTransaction = (transaction: Transaction, gateway: Gateway): JsonObject =>
  transaction.kind === 'completed'
    ? { status: 'completed', ...transaction.signed }
    : describePayment(transaction.payment, gateway)

/** Returns a transaction by its txid, and changes nothing; throws a Refusal for an unknown txid. Clauses: VERIFY-01, VERIFY-05. */
const verify = (txid: string, gateway: Gateway): JsonObject => {
  const transaction = gateway.store.transaction(txid)
  if (transaction === undefined) throw new Refusal('TXID_NOT_FOUND', 404, 'There is no such transaction.')
  return gateway.policies.describeTransaction(transaction, gateway)
}

const txidOf = ({ params }: FastifyRequest): string => (params as { '*': string })['*']

/** Serves GET /verify/{txid}; the wildcard accepts any text as a txid, slashes included. Clause: VERIFY-06. */
export const hostVerify = (server: FastifyInstance, gateway: Gateway): void =>
  answerGet(server, gateway, {
    operation: 'verify',
    path: '/verify/*',
    handle: request => verify(txidOf(request), gateway),
  })
