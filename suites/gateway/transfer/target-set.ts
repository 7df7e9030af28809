import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { proofOf } from '../../support/gateway/transactions.ts'

/**
 * Makes a transfer whose body also sets the members of the proof that the gateway decides; returns the proof, or undefined if it is
 * refused.
 */
export const proofDespite = async (
  context: CheckContext,
  more: JsonObject,
  units = 1,
): Promise<JsonObject | undefined> => {
  const body = context.transferOf({ from: context.partner, to: context.merchant, units })
  const response = await context.call('transfer.create', { ...body, ...more }, { as: context.partner })
  return isSuccess(response) ? proofOf(response.json) : undefined
}

/** Ends a check whose request the target refuses. */
export const refused = () =>
  notApplicable('The target refuses a transfer with members that only the target sets, which is allowed.')
