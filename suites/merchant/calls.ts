import type { JsonObject } from '../../protocol/json.ts'
import type { Order, SignedProof } from '../../schemas/messages.ts'
import type { Call } from '../authenticated.ts'
import { edit } from '../edit.ts'
import { isClientError, isSuccess } from '../harness/sent.ts'
import { member } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import { members } from '../members.ts'
import { unpaidOrder } from './orders.ts'
import { isAccepted, isRejection } from './proofs.ts'

const request = (stage: Stage): JsonObject => stage.orderRequestOf() as JsonObject

/**
 * Whether an order was made: under an id that is free, other content is signed; under one that is taken it is refused, or
 * answered with the first (ORDER-09). A target that signs both shows nothing.
 */
const made = async (stage: Stage, body: JsonObject): Promise<number | undefined> => {
  const answer = await stage.createOrder({ ...body, memo: 'Another memo' })
  if (isSuccess(answer)) return member(member(answer.json, 'order'), 'memo') === body.memo ? 1 : 0
  return isClientError(answer) ? 1 : undefined
}

/** POST /orders/create by the app. */
const create: Call = {
  operation: 'orders.create',
  sender: stage => stage.app,
  others: stage => [stage.gateway, stage.gateway2],
  body: request,
  edited: (stage, { path, value }, body = request(stage)) => edit(body, path, value),
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

const proof = async (stage: Stage): Promise<JsonObject> =>
  stage.gateway.proof(await unpaidOrder(stage), { memo: 'Conformance proof' }) as JsonObject

const signed = (stage: Stage, payload: JsonObject): JsonObject => stage.gateway.signs(payload) as JsonObject

const proofIn = (body: JsonObject): JsonObject => body.proof as JsonObject

/** Whether the order of a proof is paid: then another correct proof of it is not accepted (WEBHOOK-06). */
const paid = async (stage: Stage, body: JsonObject): Promise<number | undefined> => {
  const { to, amount, currency } = (body as unknown as SignedProof).proof
  const another = stage.gateway.proof({ id: to.reference, amount, currency } as Order)
  const answer = await stage.deliver(stage.gateway.signs(another))
  if (isAccepted(answer)) return 0
  return isSuccess(answer) && member(answer.json, 'status') === 'rejected' ? 1 : undefined
}

/** POST /transfer/webhook by the gateway: a proof for an order that was made for it. */
const webhook: Call = {
  operation: 'transfer.webhook',
  sender: stage => stage.gateway,
  others: stage => [stage.gateway2, stage.app],
  body: async stage => signed(stage, await proof(stage)),
  edited: async (stage, { path, value }, body) => {
    const payload = body ? proofIn(body) : await proof(stage)
    return path.startsWith('proof.')
      ? signed(stage, edit(payload, path.slice('proof.'.length), value))
      : edit(body ?? signed(stage, payload), path, value)
  },
  altered: (stage, body) => signed(stage, edit(proofIn(body), 'memo', 'Conformance pr00f')),
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
