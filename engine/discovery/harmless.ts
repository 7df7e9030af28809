import type { JsonObject } from '../../protocol/json.ts'
import type { OperationName } from '../../protocol/operations.ts'
import type { SignedProof } from '../../schemas/messages.ts'
import { issuerOf } from '../../suites/harness/issuer.ts'
import type { Actor } from '../../suites/harness/session.ts'
import type { Stage } from '../../suites/harness/stage.ts'

/** An authenticated request that changes nothing at a target that takes it. */
export type Harmless = { operation: OperationName; body: () => JsonObject }

/** To a gateway: a payment to nobody, a transfer to nobody, an order that accepts nobody. */
const toGateway = (stage: Stage, actor: Actor): Harmless[] => [
  { operation: 'payment.create', body: () => asJson(stage.paymentOf(stage.nobody)) },
  { operation: 'transfer.create', body: () => asJson(stage.transferOf({ from: actor, to: stage.nobody })) },
  {
    operation: 'orders.checkout',
    body: () => asJson(stage.asMerchant(actor).signs(stage.asMerchant(actor).order({ accepts: [] }))),
  },
]

/** To a merchant: an order of somebody else, a proof for somebody else. */
const toMerchant = (stage: Stage, actor: Actor): Harmless[] => [
  { operation: 'orders.create', body: () => asJson(stage.orderRequestOf({ ocid: stage.nobody.ocid })) },
  { operation: 'transfer.webhook', body: () => asJson(proofForNobody(stage, actor)) },
]

const proofForNobody = (stage: Stage, actor: Actor): SignedProof => {
  const issuer = issuerOf(stage.session, actor)
  const order = { id: stage.fresh('order'), amount: stage.money.amount(1), currency: stage.money.currency }
  return issuer.signs(issuer.proof(order, { to: { ocid: stage.nobody.ocid, reference: order.id } }))
}

const asJson = (message: object): JsonObject => message as JsonObject

/** Requests by which a target shows whether it knows an actor; the likelier to be there come first. */
export const harmlessRequests = (stage: Stage, actor: Actor): Harmless[] =>
  stage.session.role === 'merchant' ? toMerchant(stage, actor) : toGateway(stage, actor)
