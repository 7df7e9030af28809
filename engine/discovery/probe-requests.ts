import { issuerOf } from '../../harness/actors/issuer.ts'
import type { CheckContext } from '../../harness/context.ts'
import type { Actor } from '../../harness/run-context.ts'
import type { JsonObject } from '../../protocol/json/json.ts'
import type { OperationName } from '../../protocol/operations.ts'
import type { SignedProof } from '../../schemas/messages.ts'

/** An authenticated request. */
export type ProbeRequest = { operation: OperationName; body: () => JsonObject }

/** A payment and a transfer to an unknown OCID, and an order that accepts no gateway. */
const gatewayRequests = (context: CheckContext, actor: Actor): ProbeRequest[] => [
  { operation: 'payment.create', body: () => asJson(context.paymentOf(context.nobody)) },
  { operation: 'transfer.create', body: () => asJson(context.transferOf({ from: actor, to: context.nobody })) },
  {
    operation: 'orders.checkout',
    body: () => asJson(context.asMerchant(actor).signs(context.asMerchant(actor).order({ accepts: [] }))),
  },
]

/** An order and a proof for another merchant. */
const merchantRequests = (context: CheckContext, actor: Actor): ProbeRequest[] => [
  { operation: 'orders.create', body: () => asJson(context.orderRequestOf({ ocid: context.nobody.ocid })) },
  { operation: 'transfer.webhook', body: () => asJson(proofForAnother(context, actor)) },
]

const proofForAnother = (context: CheckContext, actor: Actor): SignedProof => {
  const issuer = issuerOf(context.run, actor)
  const order = { id: context.fresh('order'), amount: context.money.amount(1), currency: context.money.currency }
  return issuer.signs(issuer.proof(order, { to: { ocid: context.nobody.ocid, reference: order.id } }))
}

/**
 * Returns requests that the target should accept, with their callers: a payment and a checkout that expire soon and are never paid, or
 * a proof for an order that does not exist and an order that is never paid.
 */
export const validRequests = (context: CheckContext): (ProbeRequest & { actor: Actor })[] => {
  const { app, merchant, gateway } = context.run.identities
  const soon = () => context.now() + lifetimeSeconds
  const requests: [Actor | undefined, ProbeRequest][] =
    context.run.role === 'merchant'
      ? [
          [gateway, { operation: 'transfer.webhook', body: () => asJson(proofForUnknownOrder(context)) }],
          [app, { operation: 'orders.create', body: () => asJson(context.orderRequestOf({ expiresAt: soon() })) }],
        ]
      : [
          [app, { operation: 'payment.create', body: () => asJson(paymentToMerchant(context, soon())) }],
          [merchant, { operation: 'orders.checkout', body: () => asJson(orderToPay(context, soon())) }],
        ]
  return requests.flatMap(([actor, request]) => (actor ? [{ ...request, actor }] : []))
}

/** Seconds until payments and orders expire that only serve the discovery. */
const lifetimeSeconds = 60

const proofForUnknownOrder = ({ gateway, fresh, money }: CheckContext): SignedProof =>
  gateway.signs(gateway.proof({ id: fresh('order'), amount: money.amount(1), currency: money.currency }))

const paymentToMerchant = (context: CheckContext, expiresAt: number) =>
  context.paymentOf(context.merchant, { expiresAt })

const orderToPay = ({ merchant }: CheckContext, expiresAt: number) => merchant.signs(merchant.order({ expiresAt }))

const asJson = (message: object): JsonObject => message as JsonObject

/**
 * Returns requests that reveal whether a target knows an actor, and that change nothing even if it accepts them. Starts with the operations
 * most likely to exist.
 */
export const harmlessRequests = (context: CheckContext, actor: Actor): ProbeRequest[] =>
  context.run.role === 'merchant' ? merchantRequests(context, actor) : gatewayRequests(context, actor)
