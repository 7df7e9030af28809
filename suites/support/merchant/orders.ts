import type { PaidOrder } from '../../../harness/actors/issuer.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { blocked } from '../../../harness/outcome.ts'
import type { RunContext } from '../../../harness/run-context.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { isObject, type Json, memberOf } from '../../../protocol/json/json.ts'
import type { Order, OrderRequest, SignedOrder } from '../../../schemas/messages.ts'

/** Creates a fresh, unpaid order and returns the members of a proof of its payment; blocks the check unless it is accepted. */
export const unpaidOrder = (context: CheckContext, changes: Partial<OrderRequest> = {}): Promise<PaidOrder> =>
  orderToPay(context, context.orderRequestOf(changes))

/** How many such amounts a run has used. They have fewer units than other orders; after the last one, they start over. */
const given = new WeakMap<RunContext, number>()
const [first, last] = [51, 89]

/**
 * Returns the change to an amount that is unlikely to be shared with another order: a target that matches proofs by amount does not
 * mistake another check's proof for one of this order. Empty if the target has a catalogue.
 */
export const ownAmount = ({ run, money }: CheckContext): Partial<OrderRequest> => {
  if (run.items.length > 0) return {}
  const count = given.get(run) ?? 0
  given.set(run, count + 1)
  return { amount: money.amount(first + (count % (last - first + 1))) }
}

/** Creates an unpaid order from a request; blocks the check unless it is accepted. */
export const orderToPay = async (context: CheckContext, request: OrderRequest): Promise<PaidOrder> =>
  orderSigned(request, await context.createOrder(request).asControl())

/** Returns the members of a proof for an order signed for a request, with the amount exactly as in the signed order. */
export const orderSigned = ({ id, amount, currency }: OrderRequest, response: Json | undefined): PaidOrder => {
  const order = memberOf(response, 'order') ?? response
  const [signedAmount, createdAt] = [memberOf(order, 'amount'), memberOf(order, 'createdAt')]
  return {
    id,
    // A different value fails ORDER-02.
    amount: typeof signedAmount === 'string' && isSameAmount(signedAmount, amount) ? signedAmount : amount,
    currency,
    ...(typeof createdAt === 'number' ? { createdAt } : {}),
  }
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
  if (response.id === undefined) blocked('the response to the control has no order (ORDER-01)', 'ORDER-01')
  return { order: response as unknown as Order }
}

/** Returns a request with only the required members. Heading: POST /orders/create. */
export const minimalRequest = (context: CheckContext): OrderRequest => {
  const { id, ocid, amount, currency } = context.orderRequestOf()
  return { id, ocid, amount, currency }
}

/**
 * Returns a request with one item per number, which is its quantity; if the target has a catalogue, uses its items, starting with the last.
 */
export const requestOfItems = (context: CheckContext, numbers: readonly number[]): OrderRequest => {
  const { items } = context.run
  if (items.length > 0) return context.orderRequestOf({ items: [...items].reverse() })
  const price = context.money.amount(7)
  const units = numbers.reduce((sum, number) => sum + 7 * number, 0)
  return context.orderRequestOf({
    items: numbers.map(number => ({ id: `item-${number}`, name: `Item ${number}`, quantity: number, price })),
    amount: context.money.amount(units),
  })
}

/** Returns an OCID that belongs neither to the target nor to the harness. */
export const foreignOcid = ({ ocid }: CheckContext): number => ocid + 10_000

/** Returns the addresses in urls.order that can be requested; others fail ORDER-05. Heading: Order URLs. */
export const addressesOf = (signed: ReceivedOrder): string[] => {
  const order = memberOf(memberOf(signed, 'urls'), 'order')
  const urls = Array.isArray(order) ? order : []
  return urls.filter((url): url is string => typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url))
}
