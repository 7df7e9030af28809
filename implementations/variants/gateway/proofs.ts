import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../reference/gateway/policies.ts'
import type { Proof } from '../../../schemas/messages.ts'
import type { Variant } from '../variant.ts'
import { changeProofs } from './support/proofs.ts'

const preferOrderId: GatewayPolicies['recipientReference'] = ({ to, order }) => order?.id ?? to.reference

/** Other members of a proof ("Proof"). */
export const proofVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'proofs have members of their own',
    story: 'Some partners want to see fees and networks.',
    policies: changeProofs(proof => ({
      ...proof,
      fee: '0.00',
      network: { name: 'internal', rail: ['ledger'] },
      from: { ...proof.from, name: 'Customer' },
    })),
  },
  {
    name: 'proofs have their members in another order',
    story: 'Another serializer wrote them.',
    policies: changeProofs(proof => Object.fromEntries(Object.entries(proof).reverse()) as Proof),
  },
  {
    name: 'the customer is who pays in the proof of a hosted payment',
    story: 'Customers have their own accounts here.',
    policies: {
      proofOfSession: (session, gateway) => ({
        ...gatewayPolicies.proofOfSession(session, gateway),
        from: { ocid: 909_001, reference: 'card-4242' },
      }),
    },
  },
  {
    name: 'a hosted payment has the id of its session',
    story: 'A session is paid once, so its id names one transaction.',
    policies: {
      proofOfSession: (session, gateway) => ({
        ...gatewayPolicies.proofOfSession(session, gateway),
        txid: session.id,
      }),
    },
  },
  {
    name: 'the memo stays out of the proof',
    story: 'The memo is between customer and merchant.',
    policies: {
      proofOfTransfer: (request, gateway) => {
        const { memo: _memo, ...proof } = gatewayPolicies.proofOfTransfer(request, gateway)
        return proof
      },
      proofOfPayment: (payment, provider, gateway) => {
        const { memo: _memo, ...proof } = gatewayPolicies.proofOfPayment(payment, provider, gateway)
        return proof
      },
    },
  },
  {
    name: 'the order goes before the reference in the proof',
    story: '"The order id when one was given."',
    policies: { recipientReference: preferOrderId },
  },
  {
    name: 'a transfer without a reference has its txid for one',
    story: 'The column may not be empty.',
    policies: {
      proofOfTransfer: (request, gateway) => {
        const proof = gatewayPolicies.proofOfTransfer(request, gateway)
        return { ...proof, to: { ...proof.to, reference: proof.to.reference ?? proof.txid } }
      },
    },
  },
]
