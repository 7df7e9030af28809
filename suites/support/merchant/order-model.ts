import fc, { type Arbitrary } from 'fast-check'
import type { PaidOrder } from '../../../harness/actors/issuer.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { type Step, step } from '../../../harness/model.ts'
import { isSameJson } from '../../../harness/outcome.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import type { OrderRequest, Proof, SignedProof } from '../../../schemas/messages.ts'
import { retrievedOrder } from './order-retrieval.ts'
import { orderSigned, type ReceivedOrder, signedOrder } from './orders.ts'
import { wrongAmounts } from './other-amounts.ts'
import { provesAcceptance } from './proofs.ts'

/**
 * An order, and what the harness knows about it. `accepted`: the correct proofs that were accepted, the first of which paid it;
 * `isUnknown`: the target accepted a request that must be refused, which fails other clauses.
 */
export type OrderModel = {
  request: OrderRequest
  signed: ReceivedOrder
  order: PaidOrder
  accepted: SignedProof[]
  isUnknown: boolean
}

/** The orders of a merchant. Headings: POST /orders/create, POST /transfer/webhook. */
export type OrdersModel = { context: CheckContext; orders: OrderModel[] }

/** The orders whose payment status the harness knows. */
export const knownOrders = ({ orders }: OrdersModel): OrderModel[] => orders.filter(({ isUnknown }) => !isUnknown)

const mostOrders = 2

const create = async ({ context, orders }: OrdersModel): Promise<void> => {
  const request = context.orderRequestOf()
  const signed = await signedOrder(context, request)
  orders.push({ request, signed, order: orderSigned(request, { ...signed }), accepted: [], isUnknown: false })
}

/** Creates the first order. */
export const startOrders = async (context: CheckContext): Promise<OrdersModel> => {
  const model: OrdersModel = { context, orders: [] }
  await create(model)
  return model
}

/** Delivers a new, correct proof of an order. */
export const payOnce = async ({ context }: OrdersModel, on: OrderModel): Promise<HttpResponse> => {
  const body = context.gateway.signs(context.gateway.proof(on.order))
  const response = await context.deliver(body)
  if (provesAcceptance(response)) on.accepted.push(body)
  return response
}

type Wrong = { changes?: (order: PaidOrder) => Partial<Proof>; isForged?: true; isForeign?: true }

/** Delivers a proof that must not pay the order. */
const payWrongly = async ({ context }: OrdersModel, on: OrderModel, wrong: Wrong): Promise<void> => {
  const { changes = () => ({}), isForged, isForeign } = wrong
  const issuer = isForeign ? context.gateway2 : context.gateway
  const proof = issuer.proof(on.order, changes(on.order))
  const response = await context.deliver(issuer.signs(proof, isForged ? { key: generatePrivateKey() } : {}))
  if (provesAcceptance(response)) on.isUnknown = true
}

/** Delivers the proof that paid the order again. It may be accepted or rejected (WEBHOOK-13). */
const payAgain = async ({ context }: OrdersModel, { accepted: [paid] }: OrderModel): Promise<void> => {
  if (paid) await context.deliver(paid)
}

/**
 * Requests an order again, with the same or different content under its id. It may be refused (ORDER-09, ORDER-10); if another order is
 * signed, it replaces the first.
 */
const requestAgain = async (
  { context }: OrdersModel,
  on: OrderModel,
  changes: Partial<OrderRequest>,
): Promise<void> => {
  const response = await context.createOrder({ ...on.request, ...changes })
  if (isSuccess(response) && !isSameJson(memberOf(response.json, 'order'), on.signed.order)) on.isUnknown = true
}

type Action = { says: string; act: (model: OrdersModel, on: OrderModel) => Promise<unknown>; weight: number }

/** Proofs of wrong amounts. */
const wrongAmount = ([words, amount]: [string, (order: PaidOrder) => string]): Action => ({
  says: `is proven with ${words}`,
  act: (model, on) => payWrongly(model, on, { changes: order => ({ amount: amount(order) }) }),
  weight: 2,
})

const wrongProofs: readonly Action[] = [
  ...Object.entries(wrongAmounts).map(wrongAmount),
  {
    says: 'is proven by an issuer that is not accepted',
    act: (model, on) => payWrongly(model, on, { isForeign: true }),
    weight: 1,
  },
  {
    says: 'is proven with a forged signature',
    act: (model, on) => payWrongly(model, on, { isForged: true }),
    weight: 1,
  },
]

const rightProofs: readonly Action[] = [
  { says: 'is proven', act: payOnce, weight: 6 },
  { says: 'is proven again with the proof that has paid it', act: payAgain, weight: 2 },
]

const reading: Action = {
  says: 'is read at its address',
  act: ({ context }, { signed }) => retrievedOrder(context, signed),
  weight: 2,
}

const requests: readonly Action[] = [
  { says: 'is requested again', act: (model, on) => requestAgain(model, on, {}), weight: 2 },
  {
    says: 'is requested again with another memo',
    act: (model, on) => requestAgain(model, on, { memo: model.context.fresh('memo') }),
    weight: 1,
  },
]

const actionStep = ({ says, act, weight }: Action) => ({
  weight,
  // Mostly the first order: only a series on one order reveals new faults.
  arbitrary: fc.constantFrom(0, 0, 0, 0, 0, 1).map(index =>
    step<OrdersModel>(
      `order ${index + 1} ${says}`,
      async model => {
        const on = model.orders[index]
        if (on) await act(model, on)
      },
      ({ orders }) => index < orders.length,
    ),
  ),
})

const anyOf = (actions: readonly Action[]): Arbitrary<Step<OrdersModel>> =>
  fc.oneof(...actions.map(actionStep), {
    weight: 1,
    arbitrary: fc.constant(step('an app creates an order', create, ({ orders }) => orders.length < mostOrders)),
  })

/** Any step of an app or a gateway. */
export const orderStep = anyOf([...rightProofs, ...wrongProofs, reading, ...requests])

/** Any wrong proof of an order, and any request for it. */
export const unpaidStep = anyOf([...wrongProofs, ...requests])
