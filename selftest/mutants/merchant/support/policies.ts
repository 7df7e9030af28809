import { isObject, type JsonObject } from '../../../../protocol/json.ts'
import type { Answer } from '../../../../reference/every-role/errors.ts'
import { type MerchantPolicies, merchantPolicies } from '../../../../reference/merchant/policies.ts'
import type { Objection } from '../../../../reference/merchant/webhook/receive.ts'
import type { Order, OrderUrls, SignedOrder } from '../../../../schemas/messages.ts'
import type { SchemaName } from '../../../../schemas/validate.ts'

/** Orders that are made with other members before they are signed. */
export const changeOrder = (change: (order: Order) => object): Pick<MerchantPolicies, 'newOrder'> => ({
  newOrder: creation => {
    const order = merchantPolicies.newOrder(creation)
    return { ...order, ...change(order) } as Order
  },
})

/** Orders at other addresses. */
export const changeOrderUrls = (change: (urls: OrderUrls) => object): Pick<MerchantPolicies, 'orderUrls'> => ({
  orderUrls: (id, merchant) => {
    const urls = merchantPolicies.orderUrls(id, merchant)
    return { ...urls, ...change(urls) } as OrderUrls
  },
})

/** Orders that are shown otherwise at their addresses than they were signed. */
export const changeShownOrder = (change: (signed: SignedOrder) => JsonObject): Pick<MerchantPolicies, 'showOrder'> => ({
  showOrder: signed => ({ status: 200, body: change(signed) }),
})

/** Successes of one operation that are written otherwise. */
export const changeAnswer = (
  operation: 'orders.create' | 'transfer.webhook',
  change: (body: JsonObject) => Answer,
): Pick<MerchantPolicies, 'answer'> => ({
  answer: (of, body) => (of === operation ? change(body) : merchantPolicies.answer(of, body)),
})

/** Bodies of one schema that are mended before their shape is looked at. */
export const repairBody = (
  schema: SchemaName,
  mend: (body: JsonObject) => void,
): Pick<MerchantPolicies, 'shapeViolations'> => ({
  shapeViolations: (of, body) => {
    if (of === schema && isObject(body)) mend(body)
    return merchantPolicies.shapeViolations(of, body)
  },
})

/** Bodies of one schema in which nobody looks whether a member is there, nor what it is. */
export const skipValidation = (schema: SchemaName, member: string): Pick<MerchantPolicies, 'shapeViolations'> => ({
  shapeViolations: (of, body) =>
    merchantPolicies.shapeViolations(of, body).filter(({ path }) => of !== schema || path !== member),
})

/** A check of the webhook that only objects: the answer is `rejected` in place of the refusal. */
export const objectIf =
  (isSo: (settling: Parameters<Objection>[0]) => boolean, message: string): Objection =>
  settling =>
    isSo(settling) ? message : undefined

export const requestedOrder = ({ createdAt: _createdAt, accepts: _accepts, ...order }: Order): Order => order
