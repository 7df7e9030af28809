import type { CheckContext } from '../../../harness/context.ts'
import { isClientError, isSuccess } from '../../../harness/http/pending-response.ts'
import { member } from '../../../harness/http/target-signature.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import type { Order, SignedProof } from '../../../schemas/messages.ts'
import type { Call } from '../authenticated-operations.ts'
import { edit } from '../edit.ts'
import { members } from '../mistyped-values.ts'
import { unpaidOrder } from './orders.ts'
import { isAccepted, isRejection } from './proofs.ts'

const request = (context: CheckContext): JsonObject => context.orderRequestOf() as JsonObject

/**
 * Whether an order was made: under an id that is free, other content is signed; under one that is taken it is refused, or
 * answered with the first (ORDER-09). A target that signs both shows nothing.
 */
const made = async (context: CheckContext, body: JsonObject): Promise<number | undefined> => {
  const response = await context.createOrder({ ...body, memo: 'Another memo' })
  if (isSuccess(response)) return member(member(response.json, 'order'), 'memo') === body.memo ? 1 : 0
  return isClientError(response) ? 1 : undefined
}

/** POST /orders/create by the app. */
const create: Call = {
  operation: 'orders.create',
  sender: context => context.app,
  others: context => [context.gateway, context.gateway2],
  body: request,
  edited: (context, { path, value }, body = request(context)) => edit(body, path, value),
  altered: (_stage, body) => edit(body, 'memo', 'Conformance 0rder'),
  amount: 'amount',
  text: 'memo',
  numbers: ['ocid', 'expiresAt', 'items.0.quantity'],
  required: members({ text: ['id', 'currency'], integer: ['ocid'], amount: ['amount'] }),
  optional: members({
    timestamp: ['expiresAt'],
    text: ['reference', 'memo', 'items.0.id', 'items.0.name'],
    integer: ['items.0.quantity'],
    price: ['items.0.price'],
    list: ['items'],
  }),
  unknownCodes: ['UNKNOWN_OCID'],
  timesDone: made,
}

const proof = async (context: CheckContext): Promise<JsonObject> =>
  context.gateway.proof(await unpaidOrder(context), { memo: 'Conformance proof' }) as JsonObject

const signed = (context: CheckContext, payload: JsonObject): JsonObject => context.gateway.signs(payload) as JsonObject

const proofIn = (body: JsonObject): JsonObject => body.proof as JsonObject

/** Whether the order of a proof is paid: then another correct proof of it is not accepted (WEBHOOK-06). */
const paid = async (context: CheckContext, body: JsonObject): Promise<number | undefined> => {
  const { to, amount, currency } = (body as unknown as SignedProof).proof
  const another = context.gateway.proof({ id: to.reference, amount, currency } as Order)
  const response = await context.deliver(context.gateway.signs(another))
  if (isAccepted(response)) return 0
  return isSuccess(response) && member(response.json, 'status') === 'rejected' ? 1 : undefined
}

/** POST /transfer/webhook by the gateway: a proof for an order that was made for it. */
const webhook: Call = {
  operation: 'transfer.webhook',
  sender: context => context.gateway,
  others: context => [context.gateway2, context.app],
  body: async context => signed(context, await proof(context)),
  edited: async (context, { path, value }, body) => {
    const payload = body ? proofIn(body) : await proof(context)
    return path.startsWith('proof.')
      ? signed(context, edit(payload, path.slice('proof.'.length), value))
      : edit(body ?? signed(context, payload), path, value)
  },
  altered: (context, body) => signed(context, edit(proofIn(body), 'memo', 'Conformance pr00f')),
  amount: 'proof.amount',
  text: 'proof.memo',
  numbers: ['proof.issuer', 'proof.from.ocid', 'proof.to.ocid', 'proof.timestamp'],
  required: members({
    object: ['proof', 'proof.from', 'proof.to'],
    text: ['signature', 'proof.txid', 'proof.currency'],
    integer: ['proof.issuer', 'proof.from.ocid', 'proof.to.ocid'],
    amount: ['proof.amount'],
    timestamp: ['proof.timestamp'],
  }),
  optional: members({ text: ['proof.memo', 'proof.from.reference', 'proof.to.reference'] }),
  unknownCodes: ['UNKNOWN_OCID'],
  isRejection,
  timesDone: paid,
}

/** The authenticated operations of a merchant. */
export const merchantCalls: readonly Call[] = [create, webhook]
