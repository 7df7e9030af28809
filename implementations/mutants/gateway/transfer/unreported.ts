import { minorUnits } from '../../../../reference/every-role/wire-format/values.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Mutant } from '../../mutant.ts'
import { deliverOnce } from '../support/notifications.ts'

/** Treats a txid as unknown until the notification of its transaction was delivered. */
const hideUntilNotified = (): Partial<GatewayPolicies> => {
  const undelivered = new Set<string>()
  return {
    notifyInBackground: (notice, gateway) => {
      const { txid } = notice.signed.proof
      if (notice.base === undefined) return
      undelivered.add(txid)
      void deliverOnce(notice, gateway).then(
        () => undelivered.delete(txid),
        () => undefined,
      )
    },
    describeTransaction: (transaction, gateway) => {
      const txid = transaction.kind === 'completed' ? transaction.signed.proof.txid : ''
      return undelivered.has(txid)
        ? { status: 'pending', txid }
        : gatewayPolicies.describeTransaction(transaction, gateway)
    },
  }
}

/** Faults that reverse or hide a transfer whose notification fails (TRANSFER-12, VERIFY-02). */
export const unreportedTransferMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the money of a transfer that could not be reported is booked back',
    breaks: 'TRANSFER-12',
    story: 'Transfer and notification are one saga, with a compensation for each step.',
    policies: {
      notifyInBackground: (notice, { store, ...gateway }) => {
        const { from, to, currency, ...proof } = notice.signed.proof
        if (notice.base === undefined) return
        deliverOnce(notice, { store, ...gateway }).catch(() => {
          const minor = minorUnits({ ...proof, currency })
          store.credit(from.ocid, currency, minor)
          store.credit(to.ocid, currency, -minor)
        })
      },
    },
  },
  {
    name: 'a transfer is pending until its merchant was notified',
    breaks: 'VERIFY-02',
    alsoBreaks: ['NOTIFY-05', 'FLOW-02', 'TRANSFER-14'],
    story: 'A transfer counts as completed once all parties know of it.',
    policies: hideUntilNotified(),
  },
]
