import { randomUUID } from 'node:crypto'
import type { CheckContext } from '../../../../harness/context.ts'
import type { HttpResponse } from '../../../../harness/http/response.ts'
import { blocked } from '../../../../harness/outcome.ts'
import { knownTxid } from '../transactions.ts'
import { unknownLike } from './unknown-txid.ts'

/**
 * Asks verify for an unknown txid in the target's own form, so that a check of the form does not refuse it; blocks the check if that
 * form is unknown and any other is refused. Heading: GET /verify/{txid}.
 */
export const verifyUnknown = async (context: CheckContext): Promise<HttpResponse> => {
  const known = context.run.identities.app ? await knownTxid(context) : undefined
  const txid = known === undefined ? randomUUID() : unknownLike(known)
  const response = await context.verify(txid, { isUnknown: true })
  if (known === undefined && response.status !== 404)
    blocked('verify does not know a payment or a transfer that was just made, so the form of a txid is unknown')
  return response
}
