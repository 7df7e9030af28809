import { inAddress } from '../../protocol/json/any-json.ts'
import type { JsonObject } from '../../protocol/json/json.ts'
import type { PrivateKey } from '../../protocol/signature/keys.ts'
import { signPayload } from '../../protocol/signature/payload.ts'
import type { CheckoutRequest, Order, OrderUrls } from '../../schemas/messages.ts'
import { blocked } from '../outcome.ts'
import type { Actor, RunContext } from '../run-context.ts'
import { inCanonicalOrder } from './canonical-order.ts'
import { targetOcid } from './target-ocid.ts'

/** A merchant played by the harness: an actor that makes and signs orders. */
export type Merchant = Actor & {
  /**
   * Makes a correct order of this merchant, with one item and every optional member except `reference`. Heading: Order.
   */
  order(changes?: Partial<Order>): Order
  /**
   * Signs the order and publishes it at the counterpart. Returns a complete body for orders/checkout, with its addresses. Heading: Signed
   * order.
   */
  signs(order: Order | JsonObject, options?: { key?: PrivateKey; urls?: Partial<OrderUrls> }): CheckoutRequest
}

/** Returns an actor as a merchant. */
export const merchantOf = (run: RunContext, actor: Actor): Merchant => ({
  ...actor,
  order: changes => inCanonicalOrder({ ...orderOf(run, actor), ...changes }),
  signs: (order, { key = actor.key, urls = {} } = {}) => {
    const signature = signPayload(order as JsonObject, key, run.profile)
    const addresses = { ...urlsOf(run, actor, { order, signature } as JsonObject), ...urls }
    return { order: order as Order, signature, urls: addresses }
  },
})

const orderOf = (run: RunContext, { ocid }: Actor): Order => {
  const amount = run.money.amount()
  const createdAt = run.clock.now()
  return {
    id: run.fresh('order'),
    ocid,
    amount,
    currency: run.money.currency,
    items: [{ id: 'item-1', name: 'Conformance item', price: amount, quantity: 1 }],
    memo: 'Conformance order',
    createdAt,
    expiresAt: createdAt + 3600,
    accepts: [targetOcid(run)],
  }
}

const urlsOf = (run: RunContext, { ocid }: Actor, signedOrder: JsonObject): OrderUrls => {
  const counterpart = run.counterpart ?? blocked('no counterpart is listening: it needs the config that `init` writes')
  const base = `${counterpart.baseUrl}/${ocid}`
  const visit = inAddress(run.fresh('visit'))
  const completed = `${base}/completed?visit=${visit}`
  const cancelled = `${base}/cancelled?visit=${visit}`
  const order = counterpart.publishOrder(ocid, { ...signedOrder, urls: { order: [], completed, cancelled } })
  return { order: [order], completed, cancelled }
}
