import type { Gateway, GatewayPolicies, ProofNotification } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { signProof } from '../../../../reference/gateway/proof.ts'
import type { Transaction } from '../../../../reference/gateway/records.ts'
import { within } from '../../../../reference/service/ports.ts'
import type { Proof, SignedProof } from '../../../../schemas/messages.ts'
import type { Mutant } from '../../mutant.ts'
import { deliverOnce, notifyOfSession } from '../support/notifications.ts'

/** Returns the proof of a completed transfer or hosted payment. */
const proofIn = (transaction: Transaction): Proof | undefined =>
  transaction.kind === 'completed' ? transaction.signed.proof : undefined

/** Returns the session of a hosted payment. */
const sessionOf = (transaction: Transaction, { store }: Gateway) =>
  store.session(proofIn(transaction)?.from.reference ?? '')

/** The txids whose notification was accepted, by gateway. */
const deliveredTxids = new WeakMap<Gateway['store'], Set<string>>()

/** Waits up to a second for the webhook, and records the txids that it accepted. */
const notifyAndRecord = async (notice: ProofNotification, gateway: Gateway): Promise<void> => {
  const txids = deliveredTxids.get(gateway.store) ?? new Set()
  deliveredTxids.set(gateway.store, txids)
  const isDelivered = within(gateway.ports, 1000, () => deliverOnce(notice, gateway)).then(
    () => true,
    () => notice.base === undefined,
  )
  if (await isDelivered) txids.add(notice.signed.proof.txid)
}

/** Changes what verify shows of a transfer whose notification was not accepted. */
const changeUndelivered = (
  change: (signed: SignedProof, gateway: Gateway) => SignedProof,
): Partial<GatewayPolicies> => ({
  notifyInBackground: notifyAndRecord,
  describeTransaction: (transaction, gateway) => {
    const isHosted = proofIn(transaction)?.from.ocid === gateway.ocid
    const isNotified = isHosted || deliveredTxids.get(gateway.store)?.has(proofIn(transaction)?.txid ?? '')
    if (isNotified || transaction.kind !== 'completed') return gatewayPolicies.describeTransaction(transaction, gateway)
    return { status: 'completed', ...change(transaction.signed, gateway) }
  },
})

/** Changes the proof in notifications of hosted payments; verify shows the true one. */
const changeNotifiedProof = (change: (proof: Proof) => Partial<Proof>): Partial<GatewayPolicies> => ({
  notifyFirst: ({ base, signed: { proof } }, gateway) =>
    gatewayPolicies.notifyFirst({ base, signed: signProof({ ...proof, ...change(proof) }, gateway) }, gateway),
})

/** The sessions with a failed payment, and the cancelled ones. */
const declinedSessions = new Set<string>()
const cancelledSessions = new Set<string>()

/** Faults that only a whole flow reveals (heading "What the service does"). */
export const flowMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the merchant is notified of the amount after fees, verify shows the one before',
    breaks: 'FLOW-01',
    alsoBreaks: ['PAGE-07', 'PAGE-08'],
    story: 'The notifier reads the ledger, from which the fee was already deducted.',
    policies: changeNotifiedProof(({ amount }) => ({ amount: String((Number(amount) * 0.98).toFixed(2)) })),
  },
  {
    name: 'the merchant is notified of a txid with a prefix, which verify does not know',
    breaks: 'FLOW-01',
    alsoBreaks: ['PAGE-08'],
    story: 'The prefix distinguishes environments, but only in messages.',
    policies: changeNotifiedProof(({ txid }) => ({ txid: `live_${txid}` })),
  },
  {
    name: 'a hosted payment counts when its session is archived',
    breaks: 'FLOW-01',
    alsoBreaks: ['PAGE-08'],
    story: 'verify reads the archive, which a job fills at night.',
    policies: {
      describeTransaction: (transaction, gateway) =>
        sessionOf(transaction, gateway)
          ? { status: 'processing', txid: proofIn(transaction)?.txid ?? '' }
          : gatewayPolicies.describeTransaction(transaction, gateway),
    },
  },
  {
    name: 'an undelivered proof is kept without its memo and recipient reference',
    breaks: 'FLOW-02',
    story: 'The table of undelivered messages has fewer columns.',
    policies: changeUndelivered(({ proof: { memo: _memo, ...proof } }, gateway) =>
      signProof({ ...proof, to: { ocid: proof.to.ocid } }, gateway),
    ),
  },
  {
    name: 'an undelivered proof is signed again, as it was stored',
    breaks: 'FLOW-02',
    story: 'The stored record also has a status, which the signature covers.',
    policies: changeUndelivered(({ proof }, { policies, key, profile }) => ({
      proof,
      signature: policies.signPayload({ ...proof, status: 'undelivered' }, key, profile),
    })),
  },
  {
    name: 'a cancel after the payment takes it back',
    breaks: 'FLOW-03',
    kind: 'models',
    story: 'The back button leads to a form with a cancel button, and the handler obeys.',
    policies: {
      isPayable: ({ status }) => status === 'pending' || status === 'paid',
      charge: async ({ succeeds }, { status }) => succeeds && status === 'pending',
      nextAddress: (decision, gateway) => {
        const { session } = decision
        if (session.status === 'cancelled') cancelledSessions.add(session.id)
        return gatewayPolicies.nextAddress(decision, gateway)
      },
      describeTransaction: (transaction, gateway) =>
        cancelledSessions.has(proofIn(transaction)?.from.reference ?? '')
          ? { status: 'cancelled', txid: proofIn(transaction)?.txid ?? '' }
          : gatewayPolicies.describeTransaction(transaction, gateway),
    },
  },
  {
    name: 'a cancel after a failed payment captures it',
    breaks: 'FLOW-03',
    alsoBreaks: ['PAGE-05'],
    kind: 'models',
    story: 'The decline leaves an authorization open, and the cancel captures whatever is open.',
    policies: {
      charge: async ({ succeeds }, { id }) => {
        if (!succeeds) declinedSessions.add(id)
        return succeeds
      },
      nextAddress: (decision, gateway) => {
        const { session } = decision
        if (session.status === 'cancelled' && declinedSessions.has(session.id)) notifyOfSession(session, gateway)
        return gatewayPolicies.nextAddress(decision, gateway)
      },
    },
  },
]
