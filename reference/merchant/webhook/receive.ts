import type { FastifyInstance } from 'fastify'
import type { Proof, SignedProof, WebhookResponse } from '../../../schemas/messages.ts'
import { answerPost } from '../../service/server.ts'
import type { Merchant } from '../contract.ts'
import { payOrder } from '../flow.ts'

/** Returns the answer to a proof that does not pay its order (check 5). Clauses: WEBHOOK-06, WEBHOOK-08, WEBHOOK-17. */
export const rejection = ({ txid }: Proof, message: string): WebhookResponse => ({ status: 'rejected', txid, message })

/** Receives a signed proof: refuses it, rejects it with a message, or accepts it. Clauses: WEBHOOK-01, WEBHOOK-05. */
const receive = async (signed: SignedProof, merchant: Merchant): Promise<WebhookResponse> => {
  for (const rule of merchant.policies.webhookRules) {
    const refusal = await rule({ signed, merchant })
    if (refusal !== undefined) throw refusal
  }
  const objection = await payOrder(signed.proof, merchant)
  if (objection !== undefined) return merchant.policies.rejection(signed.proof, objection)
  return { status: 'accepted', txid: signed.proof.txid }
}

/**
 * Serves POST /transfer/webhook; the schema requires proof and signature, and in the proof issuer, to, amount and currency.
 * Clause: WEBHOOK-09.
 */
export const hostWebhook = (server: FastifyInstance, merchant: Merchant): void =>
  answerPost(server, merchant, {
    operation: 'transfer.webhook',
    schema: 'signed-proof',
    handle: signed => receive(signed, merchant),
  })
