import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { isObject } from '../../../protocol/json/json.ts'
import { type ReceivedOrder, signedOrder } from '../../support/merchant/orders.ts'

/** Sends the same request twice, seconds apart. Returns the second response, which may be a refusal (ORDER-10). */
export const requestedTwice = async (context: CheckContext): Promise<ReceivedOrder> => {
  const request = context.orderRequestOf()
  await signedOrder(context, request)
  const response = await context.createOrder(request)
  const isOrder = isSuccess(response) && isObject(response.json) && isObject(response.json.order)
  if (!isOrder) notApplicable('The target refuses a repeated request, which is allowed.')
  return response.json as unknown as ReceivedOrder
}
