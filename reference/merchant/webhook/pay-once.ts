import { canonicalize } from '../../../protocol/json/canonical.ts'
import type { Proof } from '../../../schemas/messages.ts'
import type { ProofOfOrder } from '../contract.ts'
import type { OrderPayment, OrderRecord } from '../records.ts'
import type { Store } from '../store.ts'

/** Returns the payment that a proof makes (check 4): txid and timestamp are the proof's. Clause: WEBHOOK-15. */
export const paymentOf = (proof: Proof): OrderPayment => ({
  txid: proof.txid,
  timestamp: proof.timestamp,
  issuer: proof.issuer,
  proof: canonicalize(proof),
})

/** Returns whether an order was paid with this very proof, which is then delivered again. Clause: WEBHOOK-13. */
export const isPaidWith = ({ payment }: OrderRecord, proof: Proof): boolean => payment?.proof === canonicalize(proof)

/**
 * Marks an order paid, and checks in the same step that it was not; returns false if it was.
 * Clauses: WEBHOOK-06, WEBHOOK-10, WEBHOOK-15.
 */
export const pay = ({ record, payment }: ProofOfOrder, store: Store): boolean | Promise<boolean> =>
  store.pay(record.order.id, payment)
