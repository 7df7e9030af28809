import { isObject } from '../../../../protocol/json/json.ts'
import type { Gateway, GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Proof } from '../../../../schemas/messages.ts'
import type { Mutant } from '../../mutant.ts'

/** Returns a memory of the first memo among the proofs with the same key. */
const firstMemoBy = (keyOf: (proof: Proof) => string) => {
  const memories = new WeakMap<object, Map<string, string>>()
  return (proof: Proof, { store }: Gateway): Proof => {
    if (proof.memo === undefined) return proof
    const memory = memories.get(store) ?? new Map<string, string>()
    memories.set(store, memory)
    const memo = memory.get(keyOf(proof)) ?? proof.memo
    memory.set(keyOf(proof), memo)
    return { ...proof, memo }
  }
}

const changeProof = (keyOf: (proof: Proof) => string): Partial<GatewayPolicies> => {
  const withFirst = firstMemoBy(keyOf)
  return {
    proofOfTransfer: (request, gateway) => withFirst(gatewayPolicies.proofOfTransfer(request, gateway), gateway),
  }
}

const changeVerified = (keyOf: (proof: Proof) => string): Partial<GatewayPolicies> => {
  const withFirst = firstMemoBy(keyOf)
  return {
    describeTransaction: (transaction, gateway) => {
      const response = gatewayPolicies.describeTransaction(transaction, gateway)
      if (!isObject(response.proof)) return response
      return { ...response, proof: withFirst(response.proof as unknown as Proof, gateway) as never }
    },
  }
}

const byReference = ({ to }: Proof): string => `${to.ocid} ${to.reference}`

const byAmount = ({ from, to, amount, currency }: Proof): string => [from.ocid, to.ocid, amount, currency].join(' ')

/** Faults that show the memo of an earlier transfer (SIG-06, TRANSFER-14). */
export const staleMemoMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a proof has the first memo of its reference',
    breaks: 'SIG-06',
    kind: 'models',
    story: 'Bookings are statement rows, found by reference, and the text of a row is written once.',
    policies: changeProof(byReference),
  },
  {
    name: 'a proof has the first memo of its amount',
    breaks: 'SIG-06',
    kind: 'models',
    story: 'The text of a booking is cached by parties and amount, which were unique in the tests.',
    policies: changeProof(byAmount),
  },
  {
    name: 'verify shows the first memo of a reference',
    breaks: 'TRANSFER-14',
    kind: 'models',
    story: 'The view joins proofs and memos by reference, and uses the first row.',
    policies: changeVerified(byReference),
  },
]
