import { joinPath } from '../../protocol/base-url.ts'
import { canonicalize } from '../../protocol/canonical.ts'
import { Refusal } from '../../protocol/errors.ts'
import type { JsonObject } from '../../protocol/json.ts'
import type { CheckoutRequest, Order, OrderUrls } from '../../schemas/messages.ts'
import { randomHex, unixSeconds } from '../service/ports.ts'
import { enforce, type Rule } from '../service/rules.ts'
import type { Gateway } from './contract.ts'
import { amountRefusal, currencyRefusal } from './money.ts'
import type { Session } from './records.ts'
import { orderKey } from './store.ts'

/** A request to check out, and who sent it. */
export type Checkout = { caller: number; request: CheckoutRequest; gateway: Gateway }

const invalid = (message: string): Refusal => new Refusal('INVALID_REQUEST', 400, message)

/** Check 1: the caller is registered as a merchant. */
export const merchantIsRegistered: Rule<Checkout> = ({ caller, gateway }) =>
  gateway.directory.merchants.has(caller)
    ? undefined
    : new Refusal('MERCHANT_NOT_REGISTERED', 401, 'The merchant is not registered at this gateway.')

/** Check 2: the signature is the merchant's, over the order as it came, unknown members included. */
export const orderIsSigned: Rule<Checkout> = ({ caller, request, gateway }) => {
  const publicKey = gateway.directory.merchants.get(caller)?.publicKey ?? ''
  const isSigned = gateway.policies.verifyPayload(request.order, request.signature, {
    publicKey,
    dialect: gateway.profile,
  })
  return isSigned ? undefined : new Refusal('INVALID_SIGNATURE', 400, 'The order is not signed by the merchant.')
}

/** Whether an order may no longer be paid; `now` in Unix seconds. */
export const isPast = ({ expiresAt = Number.POSITIVE_INFINITY }: Order, now: number): boolean => expiresAt < now

/** Check 3: expiresAt, when there is one, is not in the past. */
export const orderHasNotExpired: Rule<Checkout> = ({ request, gateway }) =>
  isPast(request.order, unixSeconds(gateway.ports))
    ? new Refusal('ORDER_EXPIRED', 400, 'The order has expired.')
    : undefined

/** Check 4: the merchant accepts this gateway. */
export const settlementIsAccepted: Rule<Checkout> = ({ request, gateway }) =>
  request.order.accepts?.includes(gateway.ocid)
    ? undefined
    : new Refusal('SETTLEMENT_NOT_SUPPORTED', 400, 'The order does not accept this gateway.')

/** Check 5, the first half. */
export const currencyIsSupported: Rule<Checkout> = ({ request, gateway }) => currencyRefusal(request.order, gateway)

/** Check 5, the second half. */
export const amountIsAccepted: Rule<Checkout> = ({ request }) => amountRefusal(request.order)

/** A merchant checks out its own orders only. */
export const orderIsTheCallers: Rule<Checkout> = ({ caller, request }) =>
  request.order.ocid === caller ? undefined : invalid('order.ocid is not the caller.')

const isWeb = (address: string): boolean => /^https?:\/\//i.test(address) && URL.canParse(address)

/** The urls are outside the order's signature; a customer is sent to web addresses only. */
export const urlsAreWeb: Rule<Checkout> = ({ request: { urls } }) =>
  urls !== undefined && isWeb(urls.completed) && isWeb(urls.cancelled)
    ? undefined
    : invalid('urls.completed and urls.cancelled are needed, as http or https addresses.')

/** An order id stands for one order: the same again is welcome, another one is not. */
export const orderIsNoOther: Rule<Checkout> = ({ caller, request: { order }, gateway }) => {
  const known = gateway.store.order(orderKey({ merchant: caller, order }))
  return known === undefined || known.text === canonicalize(order)
    ? undefined
    : invalid('The order id belongs to another order.')
}

/** "Checks before accepting, in order"; the last three are about what the document does not number. */
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

/** 256 random bits: whoever has the address may pay. */
export const newSessionId = ({ ports }: Gateway): string => randomHex(ports, 32)

const nowhere: OrderUrls = { order: [], completed: '', cancelled: '' }

/** A fresh session (heading "Checkout session"). */
export const newSession = ({ caller, request, gateway }: Checkout): Session => ({
  id: gateway.policies.newSessionId(gateway),
  merchant: caller,
  order: request.order,
  signature: request.signature,
  urls: request.urls ?? nowhere,
  status: 'pending',
  createdAt: unixSeconds(gateway.ports),
})

/** The address of a session's hosted page. */
export const redirectUrl = (sessionId: string, { endpoint }: Gateway): string =>
  joinPath(endpoint(), `/checkout/${sessionId}`)

/** POST /orders/checkout. */
export const checkout = (request: CheckoutRequest, caller: number, gateway: Gateway): JsonObject => {
  const { policies, store } = gateway
  enforce(policies.checkoutRules, { caller, request, gateway })
  const session = policies.newSession({ caller, request, gateway })
  store.openSession(session)
  return { redirect_url: policies.redirectUrl(session.id, gateway) }
}
