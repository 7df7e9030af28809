import type { JsonObject } from '../../protocol/json/json.ts'
import type { PrivateKey } from '../../protocol/signature/keys.ts'
import { signPayload } from '../../protocol/signature/payload.ts'
import type { Order, Proof, SignedProof } from '../../schemas/messages.ts'
import type { Actor, RunContext } from '../run-context.ts'
import { inCanonicalOrder } from './canonical-order.ts'
import { targetOcid } from './target-ocid.ts'

/** The members of an order that its proof repeats. */
export type PaidOrder = Pick<Order, 'id' | 'amount' | 'currency' | 'createdAt'>

/** A gateway played by the harness: an actor that makes and signs proofs. */
export type Issuer = Actor & {
  /** Makes a correct proof that pays an order of the target in full, dated no earlier than the order. Heading: Proof. */
  proof(order: PaidOrder, changes?: Partial<Proof>): Proof
  /** Signs a proof. Returns a complete body for transfer/webhook. Heading: POST /transfer/webhook. */
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
