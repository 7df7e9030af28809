import type { JsonObject } from '../../protocol/json.ts'
import type { PrivateKey } from '../../protocol/keys.ts'
import { signPayload } from '../../protocol/payload.ts'
import { unixSeconds } from '../../protocol/unix-seconds.ts'
import type { Order, OrderRequest, Proof, SignedProof } from '../../schemas/messages.ts'
import type { Actor, RunContext } from '../run-context.ts'
import { inCanonicalOrder, targetOcid } from './requests.ts'

/** A gateway that the harness plays: an actor that makes proofs and signs them. */
export type Issuer = Actor & {
  /** A correct proof that pays an order of the target in full. Heading: Proof. */
  proof(order: Pick<Order, 'id' | 'amount' | 'currency'>, changes?: Partial<Proof>): Proof
  /** The proof signed: a whole body for transfer/webhook. */
  signs(proof: Proof | JsonObject, options?: { key?: PrivateKey }): SignedProof
}

/** An actor that issues proofs. Headings: Proof, POST /transfer/webhook. */
export const issuerOf = (run: RunContext, actor: Actor): Issuer => ({
  ...actor,
  proof: ({ id, amount, currency }, changes = {}) =>
    inCanonicalOrder({
      txid: run.fresh('tx'),
      issuer: actor.ocid,
      from: { ocid: actor.ocid, reference: run.fresh('from') },
      to: { ocid: targetOcid(run), reference: id },
      amount,
      currency,
      timestamp: unixSeconds(),
      ...changes,
    }),
  signs: (proof, { key = actor.key } = {}) => ({
    proof: inCanonicalOrder(proof) as Proof,
    signature: signPayload(proof as JsonObject, key, run.profile),
  }),
})

/** A correct body for orders/create, with every optional member. Heading: POST /orders/create. */
export const orderRequestOf = (run: RunContext, changes: Partial<OrderRequest> = {}): OrderRequest => {
  const amount = run.money.amount()
  return {
    id: run.fresh('order'),
    ocid: targetOcid(run),
    amount,
    currency: run.money.currency,
    reference: run.fresh('reference'),
    items: [{ id: 'item-1', name: 'Conformance item', quantity: 1, price: amount }],
    memo: 'Conformance order',
    expiresAt: unixSeconds() + 3600,
    ...changes,
  }
}
