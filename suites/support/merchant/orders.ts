import type { CheckContext } from '../../../harness/context.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { blocked } from '../../../harness/outcome.ts'
import { isObject } from '../../../protocol/json.ts'
import type { Order, OrderRequest, SignedOrder } from '../../../schemas/messages.ts'

/** A fresh order that the target has made and nobody has paid, as it was asked for. */
export const unpaidOrder = async (
  context: CheckContext,
  changes: Partial<OrderRequest> = {},
): Promise<OrderRequest> => {
  const request = context.orderRequestOf(changes)
  await context.createOrder(request).asControl()
  return request
}

/** A signed order as it came: what is missing or malformed breaks rows of its own. */
export type ReceivedOrder = Pick<SignedOrder, 'order'> & Partial<SignedOrder>

/** The signed order of a request, also where the order comes bare; blocked where there is none (ORDER-01 tells of it). */
export const signedOrder = async (
  context: CheckContext,
  request = context.orderRequestOf(),
): Promise<ReceivedOrder> => {
  const response = await context.createOrder(request).asControl()
  if (isObject(response.order)) return response as unknown as ReceivedOrder
  if (response.id === undefined) blocked('the control is answered without an order (ORDER-01)')
  return { order: response as unknown as Order }
}

/** The smallest request: only what has to be there. Heading: POST /orders/create. */
export const plainRequest = (context: CheckContext): OrderRequest => {
  const { id, ocid, amount, currency } = context.orderRequestOf()
  return { id, ocid, amount, currency }
}

/** An OCID that is neither the target's nor anybody's here. */
export const foreignOcid = ({ ocid }: CheckContext): number => ocid + 10_000

/** The addresses in urls.order that can be asked; what is none breaks ORDER-05. */
export const addressesOf = (signed: ReceivedOrder): string[] => {
  const order = member(member(signed, 'urls'), 'order')
  const urls = Array.isArray(order) ? order : []
  return urls.filter((url): url is string => typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url))
}
