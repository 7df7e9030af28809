import type { FastifyInstance } from 'fastify'
import { joinPath } from '../../../protocol/base-url.ts'
import { canonicalize } from '../../../protocol/json/canonical.ts'
import type { Order, OrderRequest, OrderUrls, SignedOrder } from '../../../schemas/messages.ts'
import type { JsonResponse } from '../../every-role/contract.ts'
import { signWithOwnKey } from '../../every-role/payload-signatures.ts'
import { unixSeconds } from '../../every-role/wire-format/values.ts'
import { enforce } from '../../service/rules.ts'
import { answerPost } from '../../service/server.ts'
import type { Merchant, OrderCreation } from '../contract.ts'
import type { OrderRecord } from '../records.ts'

/**
 * Returns the order (heading "Order"): every member of the request unchanged, with createdAt and accepts, which lists the issuers
 * whose proofs the webhook accepts. Clauses: ORDER-02, ORDER-03, ORDER-10, ORDER-11, FMT-11.
 */
export const newOrder = ({ request, merchant }: OrderCreation): Order => ({
  ...request,
  createdAt: unixSeconds(merchant.ports),
  accepts: merchant.issuers,
})

/** Signs the canonical order. Clauses: ORDER-04, SIG-04. */
export const signOrder = (order: Order, { merchant }: OrderCreation): string => signWithOwnKey(order, merchant)

/** Returns where an order can be retrieved, and where its customer goes (heading "Order URLs"). Clauses: ORDER-05, ORDER-08. */
export const orderUrls = (id: string, { endpoint }: Merchant): OrderUrls => {
  const address = joinPath(endpoint(), `/orders/${encodeURIComponent(id)}`)
  return { order: [address], completed: `${address}/completed`, cancelled: `${address}/cancelled` }
}

/** Returns whether a request is the one that an order was made from. Clause: ORDER-10. */
export const isSameRequest = (request: OrderRequest, record: OrderRecord): boolean =>
  record.text === canonicalize(request)

/** Returns a stored order as the merchant answers it (heading "Signed order"). Clauses: ORDER-01, ORDER-08. */
export const signedOrder = ({ order, signature }: OrderRecord, merchant: Merchant): SignedOrder => ({
  order,
  signature,
  urls: merchant.policies.orderUrls(order.id, merchant),
})

/** Returns the answer at an address of urls.order: the signed order. Clauses: ORDER-08, ORDER-10. */
export const showOrder = (signed: SignedOrder): JsonResponse => ({ status: 200, body: signed })

/** Creates and signs an order; the same request again gets the same order. Clauses: ORDER-01, ORDER-09, ORDER-10, FLOW-01. */
const createOrder = (request: OrderRequest, caller: number, merchant: Merchant): SignedOrder => {
  const { policies, store } = merchant
  const before = store.order(request.id)
  if (before !== undefined && policies.isSameRequest(request, before)) return policies.signedOrder(before, merchant)
  const creation = { caller, request, merchant }
  enforce(policies.orderRules, creation)
  const order = policies.newOrder(creation)
  const record = { text: canonicalize(request), order, signature: policies.signOrder(order, creation) }
  store.keepOrder(record)
  return policies.signedOrder(record, merchant)
}

/** Serves POST /orders/create; the schema requires id, ocid, amount and currency. Clause: ORDER-06. */
export const hostOrderCreation = (server: FastifyInstance, merchant: Merchant): void =>
  answerPost(server, merchant, {
    operation: 'orders.create',
    schema: 'order-request',
    handle: (request, caller) => createOrder(request, caller, merchant),
  })
