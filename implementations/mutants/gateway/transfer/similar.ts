import { isObject } from '../../../../protocol/json/json.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { signProof } from '../../../../reference/gateway/proof.ts'
import type { Proof } from '../../../../schemas/messages.ts'
import type { Mutant } from '../../mutant.ts'

/** Records every proof of a transfer under a key. */
const noteProofs = (
  keyOf: (proof: Proof) => string,
  use: (proof: Proof, earlier: Proof | undefined) => Proof,
): { proofs: ReadonlyMap<string, Proof>; policies: Partial<GatewayPolicies> } => {
  const proofs = new Map<string, Proof>()
  return {
    proofs,
    policies: {
      proofOfTransfer: (request, gateway) => {
        const proof = gatewayPolicies.proofOfTransfer(request, gateway)
        const used = use(proof, proofs.get(keyOf(proof)))
        proofs.set(keyOf(proof), used)
        return used
      },
    },
  }
}

/** Shows some members of the last transfer with the same key, with a valid signature. */
const showLast = (keyOf: (proof: Proof) => string, take: (last: Proof) => Partial<Proof>): Partial<GatewayPolicies> => {
  const { proofs, policies } = noteProofs(keyOf, proof => proof)
  return {
    ...policies,
    describeTransaction: (transaction, gateway) => {
      const response = gatewayPolicies.describeTransaction(transaction, gateway)
      if (transaction.kind !== 'completed' || !isObject(response.proof)) return response
      const { proof } = transaction.signed
      const last = proofs.get(keyOf(proof))
      return last === undefined ? response : { status: 'completed', ...signProof({ ...proof, ...take(last) }, gateway) }
    },
  }
}

/** Faults that mix up transfers with the same reference (TRANSFER-04, TRANSFER-14). */
export const similarTransferMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a proof has the amount of the first transfer of its reference',
    breaks: 'TRANSFER-04',
    kind: 'confusables',
    story: 'A reference is an invoice, whose total is stored once.',
    policies: noteProofs(
      ({ to }) => `${to.ocid} ${to.reference}`,
      (proof, first) => ({ ...proof, amount: first?.amount ?? proof.amount }),
    ).policies,
  },
  {
    name: 'verify shows the currency of the last transfer of a sender’s reference',
    breaks: 'TRANSFER-14',
    kind: 'confusables',
    story: "The sender's reference is its customer, who has one currency in the view.",
    policies: showLast(
      ({ from }) => `${from.ocid} ${from.reference}`,
      ({ currency }) => ({ currency }),
    ),
  },
]
