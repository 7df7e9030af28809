import { Refusal } from '../../../../protocol/errors.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Mutant } from '../../mutant.ts'

type Note = <T extends { txid: string }>(transaction: T) => T

/** The policies that create one kind of transaction; `note` is called with each transaction. */
type Making = (note: Note) => Partial<GatewayPolicies>

const transfers: Making = note => ({
  proofOfTransfer: (request, gateway) => note(gatewayPolicies.proofOfTransfer(request, gateway)),
})

const payments: Making = note => ({ newPayment: creation => note(gatewayPolicies.newPayment(creation)) })

const hostedPayments: Making = note => ({
  proofOfSession: (session, gateway) => note(gatewayPolicies.proofOfSession(session, gateway)),
})

/** Remembers only the last transactions of a kind. */
const rememberLast = (making: Making, most: number): Partial<GatewayPolicies> => {
  const made: string[] = []
  return {
    ...making(transaction => {
      made.push(transaction.txid)
      return transaction
    }),
    describeTransaction: (transaction, gateway) => {
      const { txid } = transaction.kind === 'payment' ? transaction.payment : transaction.signed.proof
      const at = made.lastIndexOf(txid)
      if (at >= 0 && at < made.length - most) throw new Refusal('TXID_NOT_FOUND', 404, 'There is no such transaction.')
      return gatewayPolicies.describeTransaction(transaction, gateway)
    },
  }
}

/** Faults that make verify forget transactions once others follow (FLOW-03, PAYMENT-13). */
export const forgottenTransactionMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'verify knows the last transfers alone',
    breaks: 'FLOW-03',
    needsOthers: true,
    story: 'Transfers are in a cache of limited size, and reads never fall back to the archive.',
    policies: rememberLast(transfers, 200),
  },
  {
    name: 'verify knows the last hosted payments alone',
    breaks: 'FLOW-03',
    alsoBreaks: ['PAGE-08'],
    needsOthers: true,
    story: 'Ended sessions are deleted when there are too many, together with the proofs that verify reads there.',
    policies: rememberLast(hostedPayments, 30),
  },
  {
    name: 'verify knows the last payments alone',
    breaks: 'PAYMENT-13',
    alsoBreaks: ['PAYMENT-15', 'VERIFY-04', 'FLOW-03'],
    needsOthers: true,
    story: 'Pending payments are in a cache of limited size, which evicts the oldest.',
    policies: rememberLast(payments, 200),
  },
]
