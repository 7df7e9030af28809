import type { Objection } from '../contract.ts'

/** Objects to a different currency than the order's. Clauses: WEBHOOK-08, WEBHOOK-18. */
export const currencyDiffers: Objection = ({ proof, record: { order } }) =>
  proof.currency === order.currency ? undefined : 'The currency is not that of the order.'

/** Objects to a different amount than the order's; 10.0 equals 10.00. Clauses: WEBHOOK-07, WEBHOOK-13, WEBHOOK-17. */
export const amountDiffers: Objection = ({ proof, record: { order }, merchant }) =>
  merchant.policies.isSameAmount(proof.amount, order.amount) ? undefined : 'The amount is not that of the order.'

/** The objections to a proof for an order, in order; the first one is the message of the rejection. */
export const objections: readonly Objection[] = [currencyDiffers, amountDiffers]
