import type { Proof } from '../../schemas/messages.ts'
import type { Merchant } from './contract.ts'

/**
 * Pays the order that a proof names; returns the objection if the proof does not pay it, undefined if it does or already did.
 * Clauses: FLOW-01, WEBHOOK-06, WEBHOOK-07, WEBHOOK-08, WEBHOOK-10.
 */
export const payOrder = async (proof: Proof, merchant: Merchant): Promise<string | undefined> => {
  const { policies, store } = merchant
  const record = store.order(proof.to.reference ?? '')
  if (record === undefined) return 'There is no such order.'
  if (policies.isPaidWith(record, proof)) return undefined
  const proofOfOrder = { proof, record, payment: policies.paymentOf(proof, merchant), merchant }
  for (const objection of policies.objections) {
    const message = objection(proofOfOrder)
    if (message !== undefined) return message
  }
  return (await policies.pay(proofOfOrder, store))
    ? undefined
    : 'The order is already paid, or the transaction has paid another.'
}
