import type { FastifyInstance } from 'fastify'
import { joinPath } from '../../protocol/base-url.ts'
import { Refusal } from '../../protocol/errors.ts'
import { canonicalize } from '../../protocol/json/canonical.ts'
import type { JsonObject } from '../../protocol/json/json.ts'
import type { CheckoutRequest, Order, OrderUrls } from '../../schemas/messages.ts'
import { isSignedWith } from '../every-role/payload-signatures.ts'
import { unixSeconds } from '../every-role/wire-format/values.ts'
import { randomHex } from '../service/ports.ts'
import { enforce, type Rule } from '../service/rules.ts'
import { answerPost } from '../service/server.ts'
import type { Checkout, Gateway } from './contract.ts'
import { amountRefusal, currencyRefusal } from './money.ts'
import type { Session } from './records.ts'
import { orderKey } from './store.ts'

const invalid = (message: string): Refusal => new Refusal('INVALID_REQUEST', 400, message)

/** Check 1: refuses a caller that is not a registered merchant. Clause: CHECKOUT-02. */
export const merchantIsRegistered: Rule<Checkout> = ({ caller, gateway }) =>
  gateway.directory.merchants.has(caller)
    ? undefined
    : new Refusal('MERCHANT_NOT_REGISTERED', 401, 'The merchant is not registered at this gateway.')

/** Check 2: refuses an order that its merchant did not sign exactly as received, unknown members included. Clause: CHECKOUT-03. */
export const orderIsSigned: Rule<Checkout> = ({ caller, request, gateway }) => {
  const publicKey = gateway.directory.merchants.get(caller)?.publicKey ?? ''
  const isSigned = isSignedWith(publicKey, { payload: request.order, signature: request.signature }, gateway)
  return isSigned ? undefined : new Refusal('INVALID_SIGNATURE', 400, 'The order is not signed by the merchant.')
}

/** Returns whether an order has expired; one without expiresAt never does. `now` in Unix seconds. Clauses: CHECKOUT-05, PAGE-13. */
export const isPast = ({ expiresAt = Number.POSITIVE_INFINITY }: Order, now: number): boolean => expiresAt < now

/** Check 3: refuses an expiresAt in the past. Clauses: CHECKOUT-04, CHECKOUT-05. */
export const orderHasNotExpired: Rule<Checkout> = ({ request, gateway }) =>
  isPast(request.order, unixSeconds(gateway.ports))
    ? new Refusal('ORDER_EXPIRED', 400, 'The order has expired.')
    : undefined

/** Check 4: refuses an order that does not accept this gateway. Clause: CHECKOUT-06. */
export const settlementIsAccepted: Rule<Checkout> = ({ request, gateway }) =>
  request.order.accepts?.includes(gateway.ocid)
    ? undefined
    : new Refusal('SETTLEMENT_NOT_SUPPORTED', 400, 'The order does not accept this gateway.')

/** Check 5, first part: refuses a currency that is not supported. Clauses: CHECKOUT-07, CHECKOUT-13. */
export const currencyIsSupported: Rule<Checkout> = ({ request, gateway }) => currencyRefusal(request.order, gateway)

/** Check 5, second part: refuses an amount that fails the fraud checks. Clause: CHECKOUT-13. */
export const amountIsAccepted: Rule<Checkout> = ({ request }) => amountRefusal(request.order)

/** Refuses another merchant's order. Clause: CHECKOUT-12. */
export const orderIsTheCallers: Rule<Checkout> = ({ caller, request }) =>
  request.order.ocid === caller ? undefined : invalid('order.ocid is not the caller.')

const isWeb = (address: string): boolean => /^https?:\/\//i.test(address) && URL.canParse(address)

/** Refuses urls that are missing or not http(s): the order's signature does not cover them. Clauses: CHECKOUT-13, CHECKOUT-16. */
export const urlsAreWeb: Rule<Checkout> = ({ request: { urls } }) =>
  urls !== undefined && isWeb(urls.completed) && isWeb(urls.cancelled)
    ? undefined
    : invalid('urls.completed and urls.cancelled are needed, as http or https addresses.')

/** Refuses an order id that belongs to another order; the same order may be sent again. Clause: CHECKOUT-13. */
export const orderIsNoOther: Rule<Checkout> = ({ caller, request: { order }, gateway }) => {
  const known = gateway.store.order(orderKey({ merchant: caller, order }))
  return known === undefined || known.text === canonicalize(order)
    ? undefined
    : invalid('The order id belongs to another order.')
}

/**
 * "Checks before accepting, in order"; the last three are not in the document's list. All run after the schema of the body.
 * Clauses: CHECKOUT-08, CHECKOUT-17.
 */
export const checkoutRules: readonly Rule<Checkout>[] = [
  merchantIsRegistered,
  orderIsSigned,
  orderHasNotExpired,
  settlementIsAccepted,
  currencyIsSupported,
  amountIsAccepted,
  orderIsTheCallers,
  urlsAreWeb,
  orderIsNoOther,
]

/** Returns a session id of 256 random bits, since anyone who has it may pay. Clauses: CHECKOUT-10, CHECKOUT-11. */
export const newSessionId = ({ ports }: Gateway): string => randomHex(ports, 32)

const noUrls: OrderUrls = { order: [], completed: '', cancelled: '' }

/** Returns a new session with all that the document lists (heading "Checkout session"). Clause: CHECKOUT-14. */
export const newSession = ({ caller, request, gateway }: Checkout): Session => ({
  id: gateway.policies.newSessionId(gateway),
  merchant: caller,
  order: request.order,
  signature: request.signature,
  urls: request.urls ?? noUrls,
  status: 'pending',
  createdAt: unixSeconds(gateway.ports),
})

/** Returns the address of a session's hosted page. Clauses: CHECKOUT-10, CHECKOUT-15. */
export const redirectUrl = (sessionId: string, { endpoint }: Gateway): string =>
  joinPath(endpoint(), `/checkout/${sessionId}`)

/** Opens a session for an order; the same order again opens another. Clauses: CHECKOUT-01, CHECKOUT-13. */
const checkout = (request: CheckoutRequest, caller: number, gateway: Gateway): JsonObject => {
  const { policies, store } = gateway
  enforce(policies.checkoutRules, { caller, request, gateway })
  const session = policies.newSession({ caller, request, gateway })
  store.openSession(session)
  return { redirect_url: policies.redirectUrl(session.id, gateway) }
}

/** Serves POST /orders/checkout; the schema requires order and signature. Clause: CHECKOUT-09. */
export const hostCheckout = (server: FastifyInstance, gateway: Gateway): void =>
  answerPost(server, gateway, {
    operation: 'orders.checkout',
    schema: 'checkout-request',
    handle: (request, caller) => checkout(request, caller, gateway),
  })
