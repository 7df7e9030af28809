import { isObject, type JsonObject } from '../../../../protocol/json/json.ts'
import type { JsonResponse } from '../../../../reference/every-role/contract.ts'
import type { MerchantPolicies, Objection } from '../../../../reference/merchant/contract.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import type { Order, OrderItem, OrderUrls, SignedOrder } from '../../../../schemas/messages.ts'
import type { SchemaName } from '../../../../schemas/validate.ts'

/** Changes the members of orders before they are signed. */
export const changeOrder = (change: (order: Order) => object): Pick<MerchantPolicies, 'newOrder'> => ({
  newOrder: creation => {
    const order = merchantPolicies.newOrder(creation)
    return { ...order, ...change(order) } as Order
  },
})

/** Changes each item of orders before they are signed. */
export const changeItems = (change: (item: OrderItem) => object): Pick<MerchantPolicies, 'newOrder'> =>
  changeOrder(({ items }) => (items === undefined ? {} : { items: items.map(change) }))

/** Changes the URLs of orders. */
export const changeOrderUrls = (change: (urls: OrderUrls) => object): Pick<MerchantPolicies, 'orderUrls'> => ({
  orderUrls: (id, merchant) => {
    const urls = merchantPolicies.orderUrls(id, merchant)
    return { ...urls, ...change(urls) } as OrderUrls
  },
})

/** Changes the response at the URL of an order. */
export const changeShownOrder = (change: (signed: SignedOrder) => JsonObject): Pick<MerchantPolicies, 'showOrder'> => ({
  showOrder: signed => ({ status: 200, body: change(signed) }),
})

/** Changes the memo of an order, if it has one, at its URL. */
export const changeShownMemo = (write: (memo: string) => string): Pick<MerchantPolicies, 'showOrder'> =>
  changeShownOrder(({ order, ...signed }) => ({
    ...signed,
    order: { ...order, ...(order.memo === undefined ? {} : { memo: write(order.memo) }) },
  }))

/** Changes the successful responses of an operation. */
export const changeAnswer = (
  operation: 'orders.create' | 'transfer.webhook',
  change: (body: JsonObject) => JsonResponse,
): Pick<MerchantPolicies, 'answer'> => ({
  answer: (of, body) => (of === operation ? change(body) : merchantPolicies.answer(of, body)),
})

/** Repairs bodies of a schema before they are validated. */
export const repairBody = (
  schema: SchemaName,
  mend: (body: JsonObject) => void,
): Pick<MerchantPolicies, 'shapeViolations'> => ({
  shapeViolations: (of, body) => {
    if (of === schema && isObject(body)) mend(body)
    return merchantPolicies.shapeViolations(of, body)
  },
})

/** Skips the validation of one member of a schema. */
export const skipValidation = (schema: SchemaName, member: string): Pick<MerchantPolicies, 'shapeViolations'> => ({
  shapeViolations: (of, body) =>
    merchantPolicies.shapeViolations(of, body).filter(({ path }) => of !== schema || path !== member),
})

/** Rejects a proof with status `rejected` where another merchant would refuse the request. */
export const objectIf =
  (isSo: (proofOfOrder: Parameters<Objection>[0]) => boolean, message: string): Objection =>
  proofOfOrder =>
    isSo(proofOfOrder) ? message : undefined

export const requestedOrder = ({ createdAt: _createdAt, accepts: _accepts, ...order }: Order): Order => order

/** Writes a currency of three lower-case letters in capitals, if a value has one. */
export const withCapitals = <Value>(value: Value): Value => {
  const { currency } = Object(value) as { currency?: unknown }
  const isSmall = typeof currency === 'string' && /^[a-z]{3}$/.test(currency)
  return isSmall ? { ...value, currency: currency.toUpperCase() } : value
}
