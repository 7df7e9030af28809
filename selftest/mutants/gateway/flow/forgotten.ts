import { Refusal } from '../../../../protocol/errors.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Transaction } from '../../../../reference/gateway/records.ts'
import type { Mutant } from '../../mutant.ts'

/** Transactions that are remembered. */
const mostRemembered = 200

/** Knows the last transactions of a kind, and no earlier ones. */
const rememberLast = (kind: Transaction['kind']): Partial<GatewayPolicies> => {
  const made: string[] = []
  const note = <T extends { txid: string }>(transaction: T): T => {
    made.push(transaction.txid)
    return transaction
  }
  return {
    ...(kind === 'payment'
      ? { newPayment: creation => note(gatewayPolicies.newPayment(creation)) }
      : { proofOfTransfer: (request, gateway) => note(gatewayPolicies.proofOfTransfer(request, gateway)) }),
    describeTransaction: (transaction, gateway) => {
      const { txid } = transaction.kind === 'payment' ? transaction.payment : transaction.signed.proof
      const at = made.lastIndexOf(txid)
      if (at >= 0 && at < made.length - mostRemembered)
        throw new Refusal('TXID_NOT_FOUND', 404, 'There is no such transaction.')
      return gatewayPolicies.describeTransaction(transaction, gateway)
    },
  }
}

/** Transactions that verify forgets when others come after them (FLOW-03, PAYMENT-13). */
export const forgottenTransactionMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'verify knows the last transfers alone',
    breaks: 'FLOW-03',
    needsOthers: true,
    story: 'The transfers are in a cache that holds so many, and what is read is never looked up in the archive.',
    policies: rememberLast('completed'),
  },
  {
    name: 'verify knows the last payments alone',
    breaks: 'PAYMENT-13',
    alsoBreaks: ['PAYMENT-15'],
    needsOthers: true,
    story: 'Pending payments are in a cache that holds so many, and the oldest one makes room.',
    policies: rememberLast('payment'),
  },
]
