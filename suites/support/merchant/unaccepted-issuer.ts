import type { Issuer } from '../../../harness/actors/issuer.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { signedOrder } from './orders.ts'
import { describeProofResponse, expectNotAccepted } from './proofs.ts'

/** Returns whether a response is the documented refusal of an issuer that is not accepted. Heading: POST /transfer/webhook. */
export const isIssuerRefusal = (response: HttpResponse): boolean =>
  response.status === 400 && codeOf(response) === 'ISSUER_NOT_ACCEPTED'

/** Returns the OCIDs that an order of the target accepts: their proofs need not be refused. Heading: Order. */
export const acceptedByOrders = async (context: CheckContext): Promise<readonly unknown[]> => {
  const { accepts } = (await signedOrder(context)).order
  return Array.isArray(accepts) ? accepts : []
}

/** Returns an issuer that the target was asked not to accept; blocks the check if its orders accept it. */
export const unacceptedIssuer = async (context: CheckContext): Promise<Issuer> => {
  const { gateway2 } = context
  if ((await acceptedByOrders(context)).includes(gateway2.ocid))
    blocked(
      `the orders of the target accept ${gateway2.ocid}, so it may accept its proofs. Let the merchant accept only those issuers of the harness that provisioning.json lists under merchant.issuers`,
    )
  return gateway2
}

/**
 * Fails the clause unless a proof by an unaccepted issuer gets the documented refusal, either sent by the issuer or by an accepted
 * one, since a target may know only one of the two. Heading: POST /transfer/webhook.
 */
export const expectIssuerRefused = (responses: readonly HttpResponse[]): void => {
  for (const response of responses) expectNotAccepted(response, 'a proof by an issuer that it does not accept')
  expectThat(responses.some(isIssuerRefusal), 'neither the issuer nor an accepted sender gets the documented refusal', {
    expected: '400 ISSUER_NOT_ACCEPTED',
    actual: responses.map(describeProofResponse).join(' to its issuer, to an accepted one '),
  })
}
