import { unixSeconds } from '../../../../reference/every-role/wire-format/values.ts'
import type { Gateway, GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { signProof } from '../../../../reference/gateway/proof.ts'
import type { Payment } from '../../../../reference/gateway/records.ts'
import type { Proof } from '../../../../schemas/messages.ts'
import type { Mutant } from '../../mutant.ts'

/** The proofs offered for each payment, by gateway and by the reference that they name. */
const offered = new WeakMap<Gateway['store'], Map<string, Proof[]>>()

const offersOf = ({ store }: Gateway, reference = ''): readonly Proof[] => offered.get(store)?.get(reference) ?? []

/** Stores every offered proof, accepted or not. */
const keepOffers: GatewayPolicies['issuerKey'] = (proof, gateway) => {
  const proofs = offered.get(gateway.store) ?? new Map<string, Proof[]>()
  const { reference = '' } = proof.to
  offered.set(gateway.store, proofs.set(reference, [...(proofs.get(reference) ?? []), proof]))
  return gatewayPolicies.issuerKey(proof, gateway)
}

/** Changes what verify shows of a payment, given the proofs that were offered for it. */
const showPayment = (
  show: (
    payment: Payment,
    offers: readonly Proof[],
    gateway: Gateway,
  ) => ReturnType<GatewayPolicies['describeTransaction']> | undefined,
): Partial<GatewayPolicies> => ({
  issuerKey: keepOffers,
  describeTransaction: (transaction, gateway) => {
    const payment = transaction.kind === 'payment' ? transaction.payment : undefined
    const shown = payment && show(payment, offersOf(gateway, payment.order?.id), gateway)
    return shown ?? gatewayPolicies.describeTransaction(transaction, gateway)
  },
})

/** Faults that show only after several settlements of one payment (FLOW-03). */
export const paymentSeriesMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a settled payment is forgotten when another proof of it comes',
    breaks: 'FLOW-03',
    kind: 'models',
    story: 'The last received proof is stored with the payment, which counts as settled if that proof was accepted.',
    policies: showPayment((payment, offers) => {
      if (payment.status !== 'completed' || payment.settled.provider.proof.txid === offers.at(-1)?.txid)
        return undefined
      const { txid, amount, currency, createdAt, expiresAt } = payment
      return { status: 'pending', txid, amount, currency, createdAt, expiresAt }
    }),
  },
  {
    name: 'a payment is completed by the second proof that is refused',
    breaks: 'FLOW-03',
    kind: 'models',
    story: 'A refused proof is retried with the next message, and the retry skips the checks.',
    policies: showPayment((payment, [first, second], gateway) => {
      if (payment.status === 'completed' || !first || !second) return undefined
      return { status: 'completed', ...signProof(gatewayPolicies.proofOfPayment(payment, first, gateway), gateway) }
    }),
  },
  {
    name: 'a settled payment with two proofs expires',
    breaks: 'FLOW-03',
    kind: 'models',
    story: 'Payments with several proofs go to a clerk, and are marked as expired unless reviewed in time.',
    policies: showPayment(({ status, txid, expiresAt }, offers, { ports }) =>
      status === 'completed' && offers.length > 1 && expiresAt <= unixSeconds(ports)
        ? { status: 'expired', txid }
        : undefined,
    ),
  },
  {
    name: 'a proof that is refused keeps a payment alive',
    breaks: 'PAYMENT-08',
    kind: 'models',
    story: 'The task that expires payments skips those with a custom message.',
    policies: {
      issuerKey: keepOffers,
      paymentStatus: (payment, gateway) =>
        offersOf(gateway, payment.order?.id).length > 0
          ? payment.status
          : gatewayPolicies.paymentStatus(payment, gateway),
    },
  },
]
