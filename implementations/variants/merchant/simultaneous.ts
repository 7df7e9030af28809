import type { FastifyRequest } from 'fastify'
import type { MerchantPolicies } from '../../../reference/merchant/contract.ts'
import type { SignedProof } from '../../../schemas/messages.ts'
import { copyIsAConflict, oneAtATime, refuseAs, refuseMeanwhile } from '../support/simultaneous.ts'
import type { Variant } from '../variant.ts'

/** Returns the order that a proof names; undefined for other requests. */
const provenOrder = ({ url, body }: FastifyRequest): string | undefined => {
  if (!url.startsWith('/transfer/webhook')) return undefined
  try {
    return (JSON.parse(String(body)) as SignedProof).proof.to.reference
  } catch {
    return undefined
  }
}

/** Other ways to handle simultaneous requests, which the document defines only in part. */
export const simultaneousRequestVariants: readonly Variant<MerchantPolicies>[] = [
  oneAtATime,
  copyIsAConflict,
  {
    name: 'of two proofs of an order at once one is too much',
    story: 'The rate limit allows one proof at a time per order.',
    prepare: refuseMeanwhile(provenOrder, refuseAs(429)),
  },
  {
    name: 'of two proofs of an order at once one is a conflict',
    story: 'Optimistic locking: the sender is asked to deliver the proof again.',
    prepare: refuseMeanwhile(provenOrder, refuseAs(409)),
  },
  {
    name: 'of two proofs of an order at once one comes too early',
    story: 'The order is locked while a proof is checked, and a request that finds it locked must retry.',
    prepare: refuseMeanwhile(provenOrder, refuseAs(503)),
  },
]
