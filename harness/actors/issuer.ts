import type { JsonObject } from '../../protocol/json.ts'
import type { PrivateKey } from '../../protocol/keys.ts'
import { signPayload } from '../../protocol/payload.ts'
import { unixSeconds } from '../../protocol/unix-seconds.ts'
import type { Order, Proof, SignedProof } from '../../schemas/messages.ts'
import type { Actor, RunContext } from '../run-context.ts'
import { inCanonicalOrder } from './canonical-order.ts'
import { targetOcid } from './target-ocid.ts'

/** A gateway that the harness plays: an actor that makes proofs and signs them. */
export type Issuer = Actor & {
  /** Makes a correct proof that pays an order of the target in full. Heading: Proof. */
  proof(order: Pick<Order, 'id' | 'amount' | 'currency'>, changes?: Partial<Proof>): Proof
  /** Signs a proof. Returns a whole body for transfer/webhook. Heading: POST /transfer/webhook. */
  signs(proof: Proof | JsonObject, options?: { key?: PrivateKey }): SignedProof
}

/** Returns an actor as an issuer of proofs. */
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
