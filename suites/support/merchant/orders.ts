import type { CheckContext } from '../../../harness/context.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { blocked } from '../../../harness/outcome.ts'
import { isObject } from '../../../protocol/json.ts'
import type { Order, OrderRequest, SignedOrder } from '../../../schemas/messages.ts'

/** Creates a fresh, unpaid order and returns its request; blocks the check unless it is accepted. */
export const unpaidOrder = async (
  context: CheckContext,
  changes: Partial<OrderRequest> = {},
): Promise<OrderRequest> => {
  const request = context.orderRequestOf(changes)
  await context.createOrder(request).asControl()
  return request
}

/** A signed order as received; missing or malformed members fail other clauses. */
export type ReceivedOrder = Pick<SignedOrder, 'order'> & Partial<SignedOrder>

/** Creates an order and returns it, signed or bare; blocks the check if the response has no order (ORDER-01). */
export const signedOrder = async (
  context: CheckContext,
  request = context.orderRequestOf(),
): Promise<ReceivedOrder> => {
  const response = await context.createOrder(request).asControl()
  if (isObject(response.order)) return response as unknown as ReceivedOrder
  if (response.id === undefined) blocked('the response to the control has no order (ORDER-01)')
  return { order: response as unknown as Order }
}

/** Returns a request with the required members only. Heading: POST /orders/create. */
export const minimalRequest = (context: CheckContext): OrderRequest => {
  const { id, ocid, amount, currency } = context.orderRequestOf()
  return { id, ocid, amount, currency }
}

/** Returns an OCID that belongs neither to the target nor to the harness. */
export const foreignOcid = ({ ocid }: CheckContext): number => ocid + 10_000

/** Returns the addresses in urls.order that can be requested; others fail ORDER-05. Heading: Order URLs. */
export const addressesOf = (signed: ReceivedOrder): string[] => {
  const order = member(member(signed, 'urls'), 'order')
  const urls = Array.isArray(order) ? order : []
  return urls.filter((url): url is string => typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url))
}
