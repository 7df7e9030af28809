import type { Issuer } from '../../../harness/actors/issuer.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { proofSignedBy } from './issuer-keys.ts'
import { unpaidOrder } from './orders.ts'
import { isAcceptance } from './proofs.ts'

/** Returns whether the target verifies each proof with the key of its sender, which WEBHOOK-03 judges. */
export const verifiesWithSenderKey = async (context: CheckContext): Promise<boolean> => {
  const { gateway, gateway2 } = context
  const forged = gateway2.signs(gateway.proof(await unpaidOrder(context)))
  return isAcceptance(await context.deliver(forged, { as: gateway2 }))
}

/** The response to a proof, and the owner of the key that signed it. */
type ByOtherKey = { whose: string; response: HttpResponse }

/**
 * Delivers proofs signed with keys that the target knows, but that were never in the metadata of the issuer `unreliable`: that of another
 * gateway, which sends the proof and is not an accepted issuer (WEBHOOK-03 tries those), and the issuer's own key for requests. Heading:
 * Authentication.
 */
export const deliverByOtherKeys = async (
  context: CheckContext,
  issuer: Issuer,
  isFromSender: boolean,
): Promise<ByOtherKey[]> => {
  const deliver = async (as: Issuer) => context.deliver(await proofSignedBy(context, issuer, as.key), { as })
  const ofSender = isFromSender ? [] : [{ whose: 'of its sender', response: await deliver(context.gateway2) }]
  return [...ofSender, { whose: 'that its issuer signs requests with', response: await deliver(issuer) }]
}
