import { toMinorUnits } from '../../../protocol/amount.ts'
import { joinPath } from '../../../protocol/base-url.ts'
import { canonicalize } from '../../../protocol/canonical.ts'
import { Refusal } from '../../../protocol/errors.ts'
import type { Order, OrderRequest, OrderUrls, SignedOrder } from '../../../schemas/messages.ts'
import { unixSeconds } from '../../service/ports.ts'
import { enforce, type Rule } from '../../service/rules.ts'
import type { Merchant } from '../contract.ts'
import type { OrderRecord } from '../records.ts'

/** A request for an order, and who sent it. */
export type OrderCreation = { caller: number; request: OrderRequest; merchant: Merchant }

/** An order id has to fit into an address: so many characters at most, once it is escaped. */
export const maxIdLength = 2_000

const invalid = (path: string, message: string): Refusal =>
  new Refusal('INVALID_REQUEST', 400, 'The order cannot be created.', { violations: [{ path, message }] })

// A dot segment disappears from an address, however it is escaped.
const isAddressable = (id: string): boolean =>
  id !== '' && id !== '.' && id !== '..' && encodeURIComponent(id).length <= maxIdLength

/** The order can have an address of its own. */
export const idIsAddressable: Rule<OrderCreation> = ({ request: { id } }) =>
  isAddressable(id) ? undefined : invalid('/id', 'is empty, too long, or a dot segment')

/** A merchant signs its own orders only. */
export const ocidIsOwn: Rule<OrderCreation> = ({ request, merchant }) =>
  request.ocid === merchant.ocid ? undefined : invalid('/ocid', 'is not this merchant')

export const orderCurrencyIsSupported: Rule<OrderCreation> = ({ request: { currency }, merchant }) =>
  merchant.currencies.includes(currency) ? undefined : invalid('/currency', 'is not supported')

/** More than zero, and no more digits than the currency has. */
export const orderAmountIsExact: Rule<OrderCreation> = ({ request: { amount, currency } }) =>
  (toMinorUnits(amount, currency) ?? 0n) > 0n ? undefined : invalid('/amount', 'is not an amount of the currency')

/** Nobody could pay an order that has expired when it is signed. */
export const orderIsNotOver: Rule<OrderCreation> = ({ request: { expiresAt }, merchant: { ports } }) =>
  (expiresAt ?? Number.POSITIVE_INFINITY) < unixSeconds(ports) ? invalid('/expiresAt', 'is in the past') : undefined

/** An order id stands for one order: the same again is answered before it comes to this. */
export const idIsNew: Rule<OrderCreation> = ({ request: { id }, merchant: { store } }) =>
  store.order(id) === undefined ? undefined : invalid('/id', 'belongs to another order')

/** What POST /orders/create asks of a request, once its shape is right. */
export const orderRules: readonly Rule<OrderCreation>[] = [
  idIsAddressable,
  ocidIsOwn,
  orderCurrencyIsSupported,
  orderAmountIsExact,
  orderIsNotOver,
  idIsNew,
]

/** The order (heading "Order"): all that was asked for, as it was asked for, with createdAt and accepts. */
export const newOrder = ({ request, merchant }: OrderCreation): Order => ({
  ...request,
  createdAt: unixSeconds(merchant.ports),
  accepts: merchant.issuers,
})

/** The merchant's signature of the canonical order. */
export const signOrder = (order: Order, { merchant: { policies, key, profile } }: OrderCreation): string =>
  policies.signPayload(order, key, profile)

/** Where an order lives, and where its customer goes (heading "Order URLs"). */
export const orderUrls = (id: string, { endpoint }: Merchant): OrderUrls => {
  const address = joinPath(endpoint(), `/orders/${encodeURIComponent(id)}`)
  return { order: [address], completed: `${address}/completed`, cancelled: `${address}/cancelled` }
}

/** Whether a request is the one that an order was made of. */
export const isSameRequest = (request: OrderRequest, known: OrderRecord): boolean =>
  known.text === canonicalize(request)

/** A known order as its addresses show it (heading "Signed order"). */
export const signedOrder = ({ order, signature }: OrderRecord, merchant: Merchant): SignedOrder => ({
  order,
  signature,
  urls: merchant.policies.orderUrls(order.id, merchant),
})

/** POST /orders/create; the same request again gets the same order. */
export const createOrder = (request: OrderRequest, caller: number, merchant: Merchant): SignedOrder => {
  const { policies, store } = merchant
  const before = store.order(request.id)
  if (before !== undefined && policies.isSameRequest(request, before)) return policies.signedOrder(before, merchant)
  const creation = { caller, request, merchant }
  enforce(policies.orderRules, creation)
  const order = policies.newOrder(creation)
  const known = { text: canonicalize(request), order, signature: policies.signOrder(order, creation) }
  store.keepOrder(known)
  return policies.signedOrder(known, merchant)
}
