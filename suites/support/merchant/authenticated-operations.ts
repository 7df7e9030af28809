import type { PaidOrder } from '../../../harness/actors/issuer.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import type { SignedProof } from '../../../schemas/messages.ts'
import type { AuthenticatedOperation } from '../authentication/authenticated-operation.ts'
import { edit } from '../edit.ts'
import { ask, beforeNextProbe, isUnrelated, mostProbes } from '../probe.ts'
import { members } from '../wire-format/mistyped-values.ts'
import { unpaidOrder } from './orders.ts'
import { isExplicitAcceptance, isRejection, sendProofControl } from './proofs.ts'

const request = (context: CheckContext): JsonObject => context.orderRequestOf() as JsonObject

/** Requests an order with different content under the id of another. */
const requestOther = (context: CheckContext, body: JsonObject) => context.createOrder({ ...body, memo: 'Another memo' })

const ordersIn = (response: HttpResponse, body: JsonObject): 0 | 1 =>
  memberOf(memberOf(response.json, 'order'), 'memo') === body.memo ? 1 : 0

/** Returns how the target refuses different content under a used id; undefined if it does not. */
const refusalOfTakenId = async (context: CheckContext): Promise<string | undefined> => {
  const taken = request(context)
  await context.createOrder(taken).asControl()
  const response = await requestOther(context, taken)
  return isSuccess(response) || isUnrelated(response) ? undefined : summary(response)
}

/**
 * Interprets the refusal of different content: the id is in use if the target refuses content under a used id in the same way every time,
 * since a temporary refusal may have the same words.
 */
const ordersBehind = async (
  context: CheckContext,
  body: JsonObject,
  refusal: HttpResponse,
): Promise<0 | 1 | undefined> => {
  if (isUnrelated(refusal) || (await refusalOfTakenId(context)) !== summary(refusal)) return undefined
  for (let look = 1; look < mostProbes; look++) {
    await beforeNextProbe(context)
    const again = await requestOther(context, body)
    if (isSuccess(again)) return ordersIn(again, body)
    if (summary(again) !== summary(refusal)) return undefined
  }
  return 1
}

/**
 * Counts the orders made from a body: under a free id, different content is signed; under a used id, it is refused, or the response is the
 * first order (ORDER-09).
 */
const madeOrders = (context: CheckContext, body: JsonObject): Promise<number> =>
  ask<0 | 1>(context, {
    what: 'Whether the order was made',
    send: () => requestOther(context, body),
    read: response => (isSuccess(response) ? ordersIn(response, body) : ordersBehind(context, body, response)),
  })

/** POST /orders/create, sent by the app. */
const create: AuthenticatedOperation = {
  name: 'orders.create',
  sender: context => context.app,
  otherCallers: context => [context.gateway, context.gateway2],
  body: request,
  bodyWith: (context, { path, value }, body = request(context)) => edit(body, path, value),
  bodyWithOtherText: (_context, body) => edit(body, 'memo', 'Conformance 0rder'),
  amountPath: 'amount',
  textPath: 'memo',
  numberPaths: ['ocid', 'expiresAt', 'items.0.quantity'],
  required: members({ text: ['id', 'currency'], integer: ['ocid'], amount: ['amount'] }),
  optional: members({
    timestamp: ['expiresAt'],
    text: ['reference', 'memo', 'items.0.id', 'items.0.name'],
    integer: ['items.0.quantity'],
    price: ['items.0.price'],
    list: ['items'],
  }),
  unknownCallerCodes: ['UNKNOWN_OCID'],
  isExecution: response => isSuccess(response) && memberOf(response.json, 'order') !== undefined,
  trace: 'its id is taken',
  executionCount: madeOrders,
  showsOnce: true,
}

const proof = async (context: CheckContext): Promise<JsonObject> =>
  context.gateway.proof(await unpaidOrder(context), { memo: 'Conformance proof' }) as JsonObject

const sign = (context: CheckContext, payload: JsonObject): JsonObject => context.gateway.signs(payload) as JsonObject

const proofIn = (body: JsonObject): JsonObject => body.proof as JsonObject

/** Counts the payments of an order: if it is paid, another correct proof of it is not accepted (WEBHOOK-06). */
const paymentsOf = async (context: CheckContext, body: JsonObject): Promise<number> => {
  const { to, amount, currency, timestamp } = (body as unknown as SignedProof).proof
  const another = context.gateway.proof({ id: to.reference, amount, currency, createdAt: timestamp } as PaidOrder)
  const count = await ask<0 | 1>(context, {
    what: 'Whether the proof paid its order',
    send: () => context.deliver(context.gateway.signs(another)),
    read: response => {
      if (isExplicitAcceptance(response)) return 0
      return isSuccess(response) && memberOf(response.json, 'status') === 'rejected' ? 1 : undefined
    },
    once: true,
  })
  // A rejection proves nothing if the target rejects every proof.
  if (count === 1) await sendProofControl(context)
  return count
}

/** POST /transfer/webhook, sent by the gateway: a proof for an order made for it. */
const webhook: AuthenticatedOperation = {
  name: 'transfer.webhook',
  sender: context => context.gateway,
  otherCallers: context => [context.gateway2, context.app],
  body: async context => sign(context, await proof(context)),
  bodyWith: async (context, { path, value }, body) => {
    const payload = body ? proofIn(body) : await proof(context)
    return path.startsWith('proof.')
      ? sign(context, edit(payload, path.slice('proof.'.length), value))
      : edit(body ?? sign(context, payload), path, value)
  },
  bodyWithOtherText: (context, body) => sign(context, edit(proofIn(body), 'memo', 'Conformance pr00f')),
  amountPath: 'proof.amount',
  textPath: 'proof.memo',
  numberPaths: ['proof.issuer', 'proof.from.ocid', 'proof.to.ocid', 'proof.timestamp'],
  required: members({
    object: ['proof', 'proof.from', 'proof.to'],
    text: ['signature', 'proof.txid', 'proof.currency'],
    integer: ['proof.issuer', 'proof.from.ocid', 'proof.to.ocid'],
    amount: ['proof.amount'],
    timestamp: ['proof.timestamp'],
  }),
  optional: members({ text: ['proof.memo', 'proof.from.reference', 'proof.to.reference'] }),
  unknownCallerCodes: ['UNKNOWN_OCID'],
  isExecution: isExplicitAcceptance,
  isRejection,
  trace: 'another correct proof of its order is rejected',
  executionCount: paymentsOf,
  showsOnce: true,
}

/** The authenticated operations of a merchant. Heading: Authentication. */
export const merchantOperations: readonly AuthenticatedOperation[] = [create, webhook]
