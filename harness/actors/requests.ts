import type { JsonObject } from '../../protocol/json.ts'
import type { PrivateKey } from '../../protocol/keys.ts'
import { signPayload } from '../../protocol/payload.ts'
import { unixSeconds } from '../../protocol/unix-seconds.ts'
import type { CheckoutRequest, Order, OrderUrls, PaymentRequest, TransferRequest } from '../../schemas/messages.ts'
import { blocked } from '../outcome.ts'
import type { Actor, RunContext } from '../run-context.ts'

/** A merchant: an actor that makes orders and signs them. */
export type Merchant = Actor & {
  /** A correct order of this merchant, with one item and every optional member but `reference`. */
  order(changes?: Partial<Order>): Order
  /** The order signed, retrievable at the counterpart, with its addresses: a whole body for orders/checkout. */
  signs(order: Order | JsonObject, options?: { key?: PrivateKey; urls?: Partial<OrderUrls> }): CheckoutRequest
}

/** The target's OCID; blocked where the operator did not tell it. */
export const targetOcid = (run: RunContext): number =>
  run.target.ocid ?? blocked("the target's OCID is not known: give --ocid or target.ocid in the config")

/** An actor that signs orders. Headings: Order, Signed order. */
export const merchantOf = (run: RunContext, actor: Actor): Merchant => ({
  ...actor,
  order: changes => inCanonicalOrder({ ...orderOf(run, actor), ...changes }),
  signs: (order, { key = actor.key, urls = {} } = {}) => {
    const signature = signPayload(order as JsonObject, key, run.profile)
    const addresses = { ...urlsOf(run, actor, { order, signature } as JsonObject), ...urls }
    return { order: order as Order, signature, urls: addresses }
  },
})

/** So that only SIG-01 and SIG-02 meet a target that verifies the text as it came. */
export const inCanonicalOrder = <T extends object>(payload: T): T =>
  Object.fromEntries(Object.entries(payload).sort(([a], [b]) => (a < b ? -1 : 1))) as T

const orderOf = (run: RunContext, { ocid }: Actor): Order => {
  const amount = run.money.amount()
  return {
    id: run.fresh('order'),
    ocid,
    amount,
    currency: run.money.currency,
    items: [{ id: 'item-1', name: 'Conformance item', price: amount, quantity: 1 }],
    memo: 'Conformance order',
    createdAt: unixSeconds(),
    expiresAt: unixSeconds() + 3600,
    accepts: [targetOcid(run)],
  }
}

const urlsOf = (run: RunContext, { ocid }: Actor, signedOrder: JsonObject): OrderUrls => {
  const counterpart = run.counterpart ?? blocked('no counterpart is listening: it needs the config that `init` writes')
  const base = `${counterpart.baseUrl}/${ocid}`
  const mark = encodeURIComponent(run.fresh('visit'))
  const completed = `${base}/completed?visit=${mark}`
  const cancelled = `${base}/cancelled?visit=${mark}`
  const order = counterpart.publishOrder(ocid, { ...signedOrder, urls: { order: [], completed, cancelled } })
  return { order: [order], completed, cancelled }
}

/** What a transfer moves: units of the session's money, unless `amount` says otherwise. */
export type TransferPlan = {
  from: { ocid: number }
  to: { ocid: number }
  units?: number | bigint
} & Partial<TransferRequest>

/** A correct body for transfer/create, with references of its own. Heading: POST /transfer/create. */
export const transferOf = (run: RunContext, { from, to, units, ...changes }: TransferPlan): TransferRequest => ({
  amount: run.money.amount(units ?? 1),
  currency: run.money.currency,
  ...changes,
  from: { reference: run.fresh('from'), ...only(from) },
  to: { reference: run.fresh('to'), ...only(to) },
})

/** An actor's name and key are no members of a party. */
const only = (party: { ocid: number; reference?: string }) => ({
  ocid: party.ocid,
  ...(party.reference === undefined ? {} : { reference: party.reference }),
})

/** A correct body for payment/create. Heading: POST /payment/create. */
export const paymentOf = (
  run: RunContext,
  to: { ocid: number },
  changes: Partial<PaymentRequest> = {},
): PaymentRequest => ({
  to: to.ocid,
  amount: run.money.amount(),
  currency: run.money.currency,
  reference: run.fresh('payment'),
  ...changes,
})
