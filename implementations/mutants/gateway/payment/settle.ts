import { unixSeconds } from '../../../../reference/every-role/wire-format/values.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Payment } from '../../../../reference/gateway/records.ts'
import type { Proof } from '../../../../schemas/messages.ts'
import type { Mutant } from '../../mutant.ts'

/** Changes the proof of settled payments. */
const changeProof = (change: (payment: Payment, proof: Proof) => Partial<Proof>): Partial<GatewayPolicies> => ({
  proofOfPayment: (payment, provider, gateway) => {
    const proof = gatewayPolicies.proofOfPayment(payment, provider, gateway)
    return { ...proof, ...change(payment, proof) }
  },
})

/** Faults in the proof of a settled payment (PAYMENT-15). */
export const settledPaymentMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the memo of a payment is forgotten',
    breaks: 'PAYMENT-15',
    story: 'The memo is shown to the customer, but not stored for the proof.',
    policies: {
      newPayment: order => {
        const { memo: _memo, ...payment } = gatewayPolicies.newPayment(order)
        return payment satisfies Payment
      },
    },
  },
  {
    name: 'the provider’s proof is passed on as the gateway’s',
    breaks: 'PAYMENT-15',
    story: 'It is already signed, and has the paid amount.',
    policies: {
      proofOfPayment: (payment, provider, gateway) => ({
        ...gatewayPolicies.proofOfPayment(payment, provider, gateway),
        issuer: provider.issuer,
      }),
    },
  },
  {
    name: 'a settled payment expires all the same',
    breaks: 'PAYMENT-15',
    story: 'The query for expired payments filters by time, not by status.',
    policies: {
      describeTransaction: (transaction, gateway) => {
        const { txid, expiresAt } = transaction.kind === 'payment' ? transaction.payment : { txid: '', expiresAt: 0 }
        const isOver = txid !== '' && expiresAt <= unixSeconds(gateway.ports)
        return isOver ? { status: 'expired', txid } : gatewayPolicies.describeTransaction(transaction, gateway)
      },
    },
  },
  {
    name: 'verify shows the proof that a payment was settled with',
    breaks: 'PAYMENT-15',
    story: 'Two proofs are stored, and the wrong one is read.',
    policies: {
      describeTransaction: (transaction, gateway) => {
        const payment = transaction.kind === 'payment' ? transaction.payment : undefined
        return payment?.status === 'completed'
          ? { status: 'completed', ...payment.settled.provider }
          : gatewayPolicies.describeTransaction(transaction, gateway)
      },
    },
  },
  {
    name: 'the proof of a settled payment is for the app that pays',
    breaks: 'PAYMENT-15',
    story: 'The row has two OCIDs, caller and merchant, and the first was used.',
    policies: changeProof(({ caller }, { to }) => ({ to: { ...to, ocid: caller } })),
  },
  {
    name: 'a settled payment is dated to its expiry',
    breaks: 'PAYMENT-15',
    story: 'The row has one time, which is when it is closed.',
    policies: changeProof(({ expiresAt }) => ({ timestamp: expiresAt })),
  },
  {
    name: 'a settled payment is dated to its creation',
    breaks: 'PAYMENT-15',
    story: 'The proof is written from the row of the payment, which has no other time.',
    policies: changeProof(({ createdAt }) => ({ timestamp: createdAt })),
  },
  {
    name: 'the proof of a settled payment has the txid of the provider',
    breaks: 'PAYMENT-15',
    story: '{ ...payment, ...provider.proof }, and verify does not know it.',
    policies: {
      proofOfPayment: (payment, provider, gateway) => ({
        ...gatewayPolicies.proofOfPayment(payment, provider, gateway),
        txid: provider.txid,
      }),
    },
  },
]
