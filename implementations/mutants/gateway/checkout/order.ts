import { Refusal } from '../../../../protocol/errors.ts'
import { isObject, type Json } from '../../../../protocol/json/json.ts'
import {
  amountIsAccepted,
  checkoutRules,
  merchantIsRegistered,
  orderIsSigned,
  orderIsTheCallers,
} from '../../../../reference/gateway/checkout.ts'
import type { Checkout, GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { changeMember, replace, without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { refuseAs, replaceRule } from './rules.ts'

/** Returns whether a key signed the order of a request. */
const isSignedWith = (publicKey: string, { request, gateway }: Checkout): boolean =>
  gateway.policies.verifyPayload(request.order, request.signature, { publicKey, dialect: gateway.profile })

/** Also accepts an order whose signature leaves out a member. */
const alsoSignedWithout = (name: 'accepts' | 'createdAt'): Partial<GatewayPolicies> =>
  replaceRule(orderIsSigned, subject => {
    const { [name]: _left, ...order } = subject.request.order
    const shorter = { ...subject, request: { ...subject.request, order } as Checkout['request'] }
    return orderIsSigned(subject) && orderIsSigned(shorter)
  })

const keyOfCaller = ({ caller, gateway }: Checkout): string => gateway.directory.callerKeys.get(caller) ?? ''

const isClient = (checkout: Checkout): boolean =>
  keyOfCaller(checkout) !== '' && checkout.gateway.store.accountsOf(checkout.caller).length === 0

/** Accepts any signature that has already verified an order. */
const verifiedOnce = (): Partial<GatewayPolicies> => {
  const good = new Set<string>()
  return replaceRule(orderIsSigned, checkout => {
    const { signature } = checkout.request
    if (good.has(signature)) return undefined
    const refusal = orderIsSigned(checkout)
    if (refusal === undefined) good.add(signature)
    return refusal
  })
}

const invalidSignature = new Refusal('INVALID_SIGNATURE', 400, 'The order is not signed by the merchant.')

/** Returns the undocumented member publicKey of a request. */
const publicKeyIn = ({ request }: Checkout): string | undefined => {
  const body = Object.entries(request).find(([name]) => name === 'publicKey')
  return typeof body?.[1] === 'string' ? body[1] : undefined
}

/** Reads whatever begins with a number as an amount. */
const readable = (amount: Json): Json => (typeof amount === 'string' && Number.parseFloat(amount) > 0 ? '1.00' : amount)

/** Faults in whose order a gateway accepts, and who signed it (CHECKOUT-02, CHECKOUT-03, CHECKOUT-09, CHECKOUT-12). */
export const checkoutOrderMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'any known caller may check out',
    breaks: 'CHECKOUT-02',
    alsoBreaks: ['ERR-02'],
    story: 'The authentication layer knows the caller, so it was assumed to be a merchant.',
    policies: { checkoutRules: without(checkoutRules, merchantIsRegistered) },
  },
  {
    name: 'whoever has a known key, and no account, may check out',
    breaks: 'CHECKOUT-02',
    story: 'Merchants and apps share a client table, and account holders are in another.',
    policies: {
      checkoutRules: replace(
        replace(checkoutRules, merchantIsRegistered, checkout =>
          isClient(checkout) ? undefined : merchantIsRegistered(checkout),
        ),
        orderIsSigned,
        checkout =>
          isClient(checkout) && isSignedWith(keyOfCaller(checkout), checkout) ? undefined : orderIsSigned(checkout),
      ),
    },
  },
  {
    name: 'a caller that is not a merchant is forbidden',
    breaks: 'CHECKOUT-02',
    alsoBreaks: ['ERR-02'],
    story: 'Authenticated but not allowed is 403 everywhere else.',
    policies: refuseAs(merchantIsRegistered, 'MERCHANT_NOT_REGISTERED', 403),
  },
  {
    name: 'a caller that is not a merchant is a bad request',
    breaks: 'CHECKOUT-02',
    alsoBreaks: ['ERR-02'],
    story: 'payment/create answers 400 with the same code, and both share a constant.',
    policies: refuseAs(merchantIsRegistered, 'MERCHANT_NOT_REGISTERED', 400),
  },
  {
    name: 'orders are taken unsigned',
    breaks: 'CHECKOUT-03',
    alsoBreaks: ['SIG-03', 'SIG-05', 'SIG-10', 'AUTH-26'],
    story: 'The request is already signed, so the second signature looked redundant.',
    policies: { checkoutRules: without(checkoutRules, orderIsSigned) },
  },
  {
    name: 'a signature that was good once is good for any order',
    breaks: 'CHECKOUT-03',
    alsoBreaks: ['SIG-03'],
    story: 'Verifying is slow, so its result is cached by the signature.',
    policies: verifiedOnce(),
  },
  {
    name: 'an order may be signed without the gateways that it accepts',
    breaks: 'SIG-03',
    story: 'An older merchant library signs the order first and then adds accepts, so both are tried.',
    policies: alsoSignedWithout('accepts'),
  },
  {
    name: 'an order may be signed without its time of creation',
    breaks: 'SIG-03',
    story: "createdAt is set by the shop's database after the order was signed, so both are tried.",
    policies: alsoSignedWithout('createdAt'),
  },
  {
    name: 'the order is verified with the key that the body brings',
    breaks: 'CHECKOUT-03',
    story: 'Handy in development: a caller that sends its publicKey need not be registered.',
    policies: replaceRule(orderIsSigned, subject => {
      const brought = publicKeyIn(subject)
      return brought !== undefined && isSignedWith(brought, subject) ? undefined : orderIsSigned(subject)
    }),
  },
  {
    name: 'a wrong order signature is unauthorized',
    breaks: 'CHECKOUT-03',
    alsoBreaks: ['ERR-02'],
    story: 'INVALID_SIGNATURE is 401 in the authentication layer, and the error class was reused.',
    policies: refuseAs(orderIsSigned, 'INVALID_SIGNATURE', 401),
  },
  {
    name: 'an order need not be signed',
    breaks: 'CHECKOUT-09',
    alsoBreaks: ['SIG-05', 'FMT-08'],
    story: 'if (signature) verify(signature).',
    policies: {
      shapeViolations: (schema, body) =>
        gatewayPolicies.shapeViolations(
          schema,
          schema === 'checkout-request' && isObject(body)
            ? changeMember(body, 'signature', signature => signature ?? 'none')
            : body,
        ),
      ...replaceRule(orderIsSigned, subject => (subject.request.signature ? orderIsSigned(subject) : undefined)),
    },
  },
  {
    name: 'a line of the log reads the id of an order that is not there',
    breaks: 'CHECKOUT-09',
    alsoBreaks: ['FMT-08'],
    story: 'The log statement precedes validation, and reads body.order.id.',
    ports: { reportBug: () => {} },
    policies: {
      parseBody: bytes => {
        const body = gatewayPolicies.parseBody(bytes)
        const isCheckout = isObject(body) && 'signature' in body && 'urls' in body
        if (isCheckout && !isObject(body.order))
          throw new TypeError("Cannot read properties of undefined (reading 'id')")
        return body
      },
    },
  },
  {
    name: 'the total of an order is read as far as it is a number',
    breaks: 'FMT-05',
    story: 'parseFloat(); a cart whose items do not add up is refused, but not every order has items.',
    policies: {
      shapeViolations: (schema, body) =>
        gatewayPolicies.shapeViolations(
          schema,
          schema === 'checkout-request' && isObject(body) && isObject(body.order)
            ? { ...body, order: changeMember(body.order, 'amount', amount => readable(amount ?? null)) }
            : body,
        ),
      checkoutRules: replace(checkoutRules, amountIsAccepted, ({ request: { order } }) => {
        const sum = (order.items ?? []).reduce((total, { price, quantity }) => total + Number(price) * quantity, 0)
        const isSum = order.items === undefined || Math.abs(sum - Number.parseFloat(order.amount)) < 0.005
        return isSum ? undefined : new Refusal('INVALID_REQUEST', 400, 'The items do not add up.')
      }),
    },
  },
  {
    name: "another merchant's order is checked out for the caller",
    breaks: 'CHECKOUT-12',
    story: 'The caller is the one who gets paid, so order.ocid was never read.',
    policies: { checkoutRules: without(checkoutRules, orderIsTheCallers) },
  },
  {
    name: "another merchant's order is checked out for that merchant",
    breaks: 'CHECKOUT-12',
    story: 'The key is looked up by order.ocid, and X-OC-ID only needs to be some merchant.',
    policies: {
      checkoutRules: replace(without(checkoutRules, orderIsTheCallers), orderIsSigned, subject => {
        const signer = subject.gateway.directory.merchants.get(subject.request.order.ocid)
        return isSignedWith(signer?.publicKey ?? '', subject) ? undefined : invalidSignature
      }),
    },
  },
]
