import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isSuccess } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import type { RefusalCondition } from '../errors/refusal-condition.ts'
import { foreignOcid, unpaidOrder } from './orders.ts'
import { unacceptedIssuer } from './unaccepted-issuer.ts'

/** Sends proofs by an unaccepted issuer, one as that issuer and one as an accepted issuer; returns both responses. */
const sendUnacceptedProofs = async (context: CheckContext): Promise<HttpResponse[]> => {
  const { gateway } = context
  const gateway2 = await unacceptedIssuer(context)
  const responses = [gateway2, gateway].map(async as => {
    const proof = gateway2.proof(await unpaidOrder(context))
    return context.deliver(gateway2.signs(proof), { as })
  })
  return Promise.all(responses)
}

/**
 * Returns the response that proves the condition: one of the senders may be unknown to the target, or not allowed because it is not the
 * issuer.
 */
const byUnacceptedIssuer = async (context: CheckContext): Promise<HttpResponse> => {
  const [byItself, relayed] = await sendUnacceptedProofs(context)
  const responses = [byItself as HttpResponse, relayed as HttpResponse]
  return (
    responses.find(response => codeOf(response) === 'ISSUER_NOT_ACCEPTED') ??
    responses.find(isSuccess) ??
    (byItself as HttpResponse)
  )
}

const wronglySigned = async (context: CheckContext): Promise<HttpResponse> => {
  const proof = context.gateway.proof(await unpaidOrder(context))
  return context.deliver(context.gateway.signs(proof, { key: generatePrivateKey() }))
}

const forAnother = async (context: CheckContext): Promise<HttpResponse> => {
  const order = await unpaidOrder(context)
  const proof = context.gateway.proof(order, { to: { ocid: foreignOcid(context), reference: order.id } })
  return context.deliver(context.gateway.signs(proof))
}

/** The conditions under which a merchant refuses. Heading: POST /transfer/webhook. */
export const merchantConditions: readonly RefusalCondition[] = [
  {
    name: 'an issuer that is not accepted',
    operation: 'transfer.webhook',
    status: 400,
    code: 'ISSUER_NOT_ACCEPTED',
    provoke: byUnacceptedIssuer,
  },
  {
    name: 'a proof signature that does not verify',
    operation: 'transfer.webhook',
    status: 400,
    code: 'PROOF_SIGNATURE_INVALID',
    provoke: wronglySigned,
  },
  {
    name: 'a proof for another recipient',
    operation: 'transfer.webhook',
    status: 400,
    code: 'INVALID_PROOF',
    provoke: forAnother,
  },
]
