import { issuerOf } from '../../harness/actors/issuer.ts'
import type { CheckContext } from '../../harness/context.ts'
import type { Actor } from '../../harness/run-context.ts'
import type { JsonObject } from '../../protocol/json.ts'
import type { OperationName } from '../../protocol/operations.ts'
import type { SignedProof } from '../../schemas/messages.ts'

/** An authenticated request that changes nothing at a target that takes it. */
export type SafeRequest = { operation: OperationName; body: () => JsonObject }

/** To a gateway: a payment to nobody, a transfer to nobody, an order that accepts nobody. */
const toGateway = (context: CheckContext, actor: Actor): SafeRequest[] => [
  { operation: 'payment.create', body: () => asJson(context.paymentOf(context.nobody)) },
  { operation: 'transfer.create', body: () => asJson(context.transferOf({ from: actor, to: context.nobody })) },
  {
    operation: 'orders.checkout',
    body: () => asJson(context.asMerchant(actor).signs(context.asMerchant(actor).order({ accepts: [] }))),
  },
]

/** To a merchant: an order of somebody else, a proof for somebody else. */
const toMerchant = (context: CheckContext, actor: Actor): SafeRequest[] => [
  { operation: 'orders.create', body: () => asJson(context.orderRequestOf({ ocid: context.nobody.ocid })) },
  { operation: 'transfer.webhook', body: () => asJson(proofForNobody(context, actor)) },
]

const proofForNobody = (context: CheckContext, actor: Actor): SignedProof => {
  const issuer = issuerOf(context.run, actor)
  const order = { id: context.fresh('order'), amount: context.money.amount(1), currency: context.money.currency }
  return issuer.signs(issuer.proof(order, { to: { ocid: context.nobody.ocid, reference: order.id } }))
}

const asJson = (message: object): JsonObject => message as JsonObject

/** Requests by which a target shows whether it knows an actor; the likelier to be there come first. */
export const safeRequests = (context: CheckContext, actor: Actor): SafeRequest[] =>
  context.run.role === 'merchant' ? toMerchant(context, actor) : toGateway(context, actor)
