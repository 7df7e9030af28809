import type { PaidOrder } from '../../../harness/actors/issuer.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isClientError, isSuccess } from '../../../harness/http/pending-response.ts'
import { type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import type { SignedProof } from '../../../schemas/messages.ts'
import type { AuthenticatedOperation } from '../authentication/authenticated-operation.ts'
import { edit } from '../edit.ts'
import { members } from '../wire-format/mistyped-values.ts'
import { unpaidOrder } from './orders.ts'
import { isExplicitAcceptance, isRejection } from './proofs.ts'

const request = (context: CheckContext): JsonObject => context.orderRequestOf() as JsonObject

/**
 * Counts the orders made of a body: under a free id, other content is signed; under a taken id it is refused, or answered with the
 * first order (ORDER-09). A target that signs both shows nothing.
 */
const madeOrders = async (context: CheckContext, body: JsonObject): Promise<number | undefined> => {
  const response = await context.createOrder({ ...body, memo: 'Another memo' })
  if (isSuccess(response)) return memberOf(memberOf(response.json, 'order'), 'memo') === body.memo ? 1 : 0
  return isClientError(response) ? 1 : undefined
}

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
}

const proof = async (context: CheckContext): Promise<JsonObject> =>
  context.gateway.proof(await unpaidOrder(context), { memo: 'Conformance proof' }) as JsonObject

const sign = (context: CheckContext, payload: JsonObject): JsonObject => context.gateway.signs(payload) as JsonObject

const proofIn = (body: JsonObject): JsonObject => body.proof as JsonObject

/** Counts the payments of an order: if it is paid, another correct proof of it is not accepted (WEBHOOK-06). */
const paymentsOf = async (context: CheckContext, body: JsonObject): Promise<number | undefined> => {
  const { to, amount, currency, timestamp } = (body as unknown as SignedProof).proof
  const another = context.gateway.proof({ id: to.reference, amount, currency, createdAt: timestamp } as PaidOrder)
  const response = await context.deliver(context.gateway.signs(another))
  if (isExplicitAcceptance(response)) return 0
  return isSuccess(response) && memberOf(response.json, 'status') === 'rejected' ? 1 : undefined
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
}

/** The authenticated operations of a merchant. Heading: Authentication. */
export const merchantOperations: readonly AuthenticatedOperation[] = [create, webhook]
