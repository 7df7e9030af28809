import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { isObject, type JsonObject } from '../../../protocol/json/json.ts'
import { targetSet } from '../../members/target-set.ts'

/** Creates a payment whose body also sets the members that the gateway decides; returns the response, or undefined if it is refused. */
export const paymentDespite = async (context: CheckContext, more: JsonObject): Promise<JsonObject | undefined> => {
  const body = { ...context.paymentOf(context.merchant, { reference: context.fresh('payment') }), ...more }
  const response = await context.call('payment.create', body, { as: context.app })
  return isSuccess(response) && isObject(response.json) ? response.json : undefined
}

/** Ends a check whose request the target refuses. */
export const refused = () =>
  notApplicable('The target refuses a payment with members that only the target sets, which is allowed.')

/** Members that the gateway decides, as a caller sends them. */
export const sentByCaller = (context: CheckContext) => targetSet(context, ['payment.create', 'verify'])
