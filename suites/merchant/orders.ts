import { isObject } from '../../protocol/json.ts'
import type { Order, OrderRequest, SignedOrder } from '../../schemas/messages.ts'
import { blocked } from '../harness/outcome.ts'
import { member } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'

/** A fresh order that the target has made and nobody has paid, as it was asked for. */
export const unpaidOrder = async (stage: Stage, changes: Partial<OrderRequest> = {}): Promise<OrderRequest> => {
  const request = stage.orderRequestOf(changes)
  await stage.createOrder(request).asControl()
  return request
}

/** A signed order as it came: what is missing or malformed breaks rows of its own. */
export type ReceivedOrder = Pick<SignedOrder, 'order'> & Partial<SignedOrder>

/** The signed order of a request, also where the order comes bare; blocked where there is none (ORDER-01 tells of it). */
export const signedOrder = async (stage: Stage, request = stage.orderRequestOf()): Promise<ReceivedOrder> => {
  const answer = await stage.createOrder(request).asControl()
  if (isObject(answer.order)) return answer as unknown as ReceivedOrder
  if (answer.id === undefined) blocked('the control is answered without an order (ORDER-01)')
  return { order: answer as unknown as Order }
}

/** The smallest request: only what has to be there. Heading: POST /orders/create. */
export const plainRequest = (stage: Stage): OrderRequest => {
  const { id, ocid, amount, currency } = stage.orderRequestOf()
  return { id, ocid, amount, currency }
}

/** An OCID that is neither the target's nor anybody's here. */
export const foreignOcid = ({ ocid }: Stage): number => ocid + 10_000

/** The addresses in urls.order that can be asked; what is none breaks ORDER-05. */
export const addressesOf = (signed: ReceivedOrder): string[] => {
  const order = member(member(signed, 'urls'), 'order')
  const urls = Array.isArray(order) ? order : []
  return urls.filter((url): url is string => typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url))
}
