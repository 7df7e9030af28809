import type { JsonObject } from '../../protocol/json/json.ts'
import type { PrivateKey } from '../../protocol/signature/keys.ts'
import { signPayload } from '../../protocol/signature/payload.ts'
import type { Order, Proof, SignedProof } from '../../schemas/messages.ts'
import type { Actor, RunContext } from '../run-context.ts'
import { inCanonicalOrder } from './canonical-order.ts'
import { targetOcid } from './target-ocid.ts'

/** What a proof says of the order that it pays. */
export type PaidOrder = Pick<Order, 'id' | 'amount' | 'currency' | 'createdAt'>

/** A gateway that the harness plays: an actor that makes proofs and signs them. */
export type Issuer = Actor & {
  /** Makes a correct proof that pays an order of the target in full, not before the order was made. Heading: Proof. */
  proof(order: PaidOrder, changes?: Partial<Proof>): Proof
  /** Signs a proof. Returns a whole body for transfer/webhook. Heading: POST /transfer/webhook. */
  signs(proof: Proof | JsonObject, options?: { key?: PrivateKey }): SignedProof
}

/** Returns an actor as an issuer of proofs. */
export const issuerOf = (run: RunContext, actor: Actor): Issuer => ({
  ...actor,
  proof: ({ id, amount, currency, createdAt }, changes = {}) =>
    inCanonicalOrder({
      txid: run.fresh('tx'),
      issuer: actor.ocid,
      from: { ocid: actor.ocid, reference: run.fresh('from') },
      to: { ocid: targetOcid(run), reference: id },
      amount,
      currency,
      timestamp: run.clock.notBefore(createdAt),
      ...changes,
    }),
  signs: (proof, { key = actor.key } = {}) => ({
    proof: inCanonicalOrder(proof) as Proof,
    signature: signPayload(proof as JsonObject, key, run.profile),
  }),
})
