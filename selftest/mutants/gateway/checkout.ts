import { Refusal } from '../../../protocol/errors.ts'
import { isObject } from '../../../protocol/json.ts'
import {
  admission,
  type Checkout,
  currencyIsSupported,
  merchantIsRegistered,
  orderHasNotExpired,
  orderIsSigned,
  orderIsTheCallers,
  settlementIsAccepted,
} from '../../../reference/gateway/checkout.ts'
import { type GatewayPolicies, gatewayPolicies } from '../../../reference/gateway/policies.ts'
import { unixSeconds } from '../../../reference/service/ports.ts'
import type { Rule } from '../../../reference/service/rules.ts'
import { replaced, restated, swapped, without } from '../changes.ts'
import type { Mutant } from '../mutant.ts'

const misread = (old: Rule<Checkout>, by: Rule<Checkout>) => ({ admission: replaced(admission, old, by) })

/** The same rule with another answer. */
const answering = (rule: Rule<Checkout>, code: string, status: number) =>
  misread(rule, subject => rule(subject) && new Refusal(code, status, 'The order is refused.'))

const expired = new Refusal('ORDER_EXPIRED', 400, 'The order has expired.')

const now = ({ gateway }: Checkout): number => unixSeconds(gateway.ports)

/** Whether somebody's key signed the order of a request. */
const isSignedWith = (publicKey: string, { request, gateway }: Checkout): boolean =>
  gateway.policies.verifyPayload(request.order, request.signature, { publicKey, dialect: gateway.profile })

const wronglySigned = new Refusal('INVALID_SIGNATURE', 400, 'The order is not signed by the merchant.')

/** What comes with a request without being part of it. */
const publicKeyIn = ({ request }: Checkout): string | undefined => {
  const body = Object.entries(request).find(([name]) => name === 'publicKey')
  return typeof body?.[1] === 'string' ? body[1] : undefined
}

/** Faults in what an order is checked for, one by one (heading "POST /orders/checkout"). */
export const checkoutMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'any known caller may check out',
    breaks: 'CHECKOUT-02',
    alsoBreaks: ['ERR-02'],
    story: 'The authentication layer knows the caller, and a merchant was taken for granted.',
    policies: { admission: without(admission, merchantIsRegistered) },
  },
  {
    name: 'a caller that is no merchant is forbidden',
    breaks: 'CHECKOUT-02',
    alsoBreaks: ['ERR-02'],
    story: 'Authenticated but not allowed is 403 everywhere else.',
    policies: answering(merchantIsRegistered, 'MERCHANT_NOT_REGISTERED', 403),
  },
  {
    name: 'a caller that is no merchant is a bad request',
    breaks: 'CHECKOUT-02',
    alsoBreaks: ['ERR-02'],
    story: 'payment/create answers 400 with the same code, and one constant served both.',
    policies: answering(merchantIsRegistered, 'MERCHANT_NOT_REGISTERED', 400),
  },
  {
    name: 'orders are taken unsigned',
    breaks: 'CHECKOUT-03',
    alsoBreaks: ['SIG-03', 'SIG-05', 'SIG-10', 'AUTH-26'],
    story: 'The request is signed already, so the second signature looked redundant.',
    policies: { admission: without(admission, orderIsSigned) },
  },
  {
    name: 'the order is verified with the key that the body brings',
    breaks: 'CHECKOUT-03',
    story: 'Handy in development: whoever sends a publicKey need not be registered with one.',
    policies: misread(orderIsSigned, subject => {
      const brought = publicKeyIn(subject)
      return brought !== undefined && isSignedWith(brought, subject) ? undefined : orderIsSigned(subject)
    }),
  },
  {
    name: 'a wrong order signature is unauthorized',
    breaks: 'CHECKOUT-03',
    alsoBreaks: ['ERR-02'],
    story: 'INVALID_SIGNATURE is 401 in the authentication layer, and the class of the error was used again.',
    policies: answering(orderIsSigned, 'INVALID_SIGNATURE', 401),
  },
  {
    name: 'the expiry of an order is not looked at',
    breaks: 'CHECKOUT-04',
    story: 'expiresAt was added to the schema, and the check to the backlog.',
    policies: { admission: without(admission, orderHasNotExpired) },
  },
  {
    name: 'an order is taken for an hour after its expiry',
    breaks: 'CHECKOUT-04',
    story: 'A grace for clocks that differ, in minutes where seconds were meant.',
    policies: misread(orderHasNotExpired, subject => {
      const { expiresAt } = subject.request.order
      return expiresAt !== undefined && expiresAt + 3600 < now(subject) ? expired : undefined
    }),
  },
  {
    name: 'an expired order is gone',
    breaks: 'CHECKOUT-04',
    alsoBreaks: ['ERR-02'],
    story: '410 reads so well for what is over.',
    policies: answering(orderHasNotExpired, 'ORDER_EXPIRED', 410),
  },
  {
    name: 'an order without expiry has expired',
    breaks: 'CHECKOUT-05',
    story: 'An absent number is 0, and 0 is in 1970.',
    policies: misread(orderHasNotExpired, subject =>
      (subject.request.order.expiresAt ?? 0) < now(subject) ? expired : undefined,
    ),
  },
  {
    name: 'an order may live for a week at most',
    breaks: 'CHECKOUT-05',
    story: 'A far expiry looked like milliseconds, and was refused as nonsense.',
    policies: misread(orderHasNotExpired, subject => {
      const isFar = (subject.request.order.expiresAt ?? 0) > now(subject) + 604_800
      return isFar ? new Refusal('INVALID_REQUEST', 400, 'expiresAt is too far away.') : orderHasNotExpired(subject)
    }),
  },
  {
    name: 'an empty list of accepted gateways means all',
    breaks: 'CHECKOUT-06',
    story: 'if (accepts.length && !accepts.includes(us)).',
    policies: misread(settlementIsAccepted, subject =>
      subject.request.order.accepts?.length === 0 ? undefined : settlementIsAccepted(subject),
    ),
  },
  {
    name: 'no list of accepted gateways means all',
    breaks: 'CHECKOUT-06',
    story: 'accepts?.includes(us) === false.',
    policies: misread(settlementIsAccepted, subject =>
      subject.request.order.accepts === undefined ? undefined : settlementIsAccepted(subject),
    ),
  },
  {
    name: 'the list of accepted gateways is searched as text',
    breaks: 'CHECKOUT-06',
    story: 'The column is a text, and LIKE finds 1001 in 10010.',
    policies: misread(settlementIsAccepted, subject =>
      subject.request.order.accepts?.join(',').includes(String(subject.gateway.ocid))
        ? undefined
        : settlementIsAccepted(subject),
    ),
  },
  {
    name: 'every currency is taken',
    breaks: 'CHECKOUT-07',
    story: 'The acquirer will know; the list in the metadata is for people.',
    policies: { admission: without(admission, currencyIsSupported) },
  },
  {
    name: 'an unsupported currency has no exchange rate',
    breaks: 'CHECKOUT-07',
    story: 'rates[currency].factor, without a look whether there is one.',
    ports: { reportBug: () => {} },
    policies: misread(currencyIsSupported, subject => {
      if (currencyIsSupported(subject)) throw new TypeError("Cannot read properties of undefined (reading 'factor')")
      return undefined
    }),
  },
  {
    name: 'the expiry is checked before the signature',
    breaks: 'CHECKOUT-08',
    story: 'The cheap check was moved to the front to save a verification.',
    policies: { admission: swapped(admission, orderIsSigned, orderHasNotExpired) },
  },
  {
    name: 'the accepted gateways are checked before the expiry',
    breaks: 'CHECKOUT-08',
    story: 'Both are quick, and nobody thought that their order mattered.',
    policies: { admission: swapped(admission, orderHasNotExpired, settlementIsAccepted) },
  },
  {
    name: 'the currency is checked before anything else',
    breaks: 'CHECKOUT-08',
    story: 'The validation of the body knows the list of currencies, and runs first.',
    policies: { admission: [currencyIsSupported, ...without(admission, currencyIsSupported)] },
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
          schema === 'checkout-request' && isObject(body) ? restated(body, 'signature', one => one ?? 'none') : body,
        ),
      ...misread(orderIsSigned, subject => (subject.request.signature ? orderIsSigned(subject) : undefined)),
    },
  },
  {
    name: 'a line of the log reads the id of an order that is not there',
    breaks: 'CHECKOUT-09',
    alsoBreaks: ['FMT-08'],
    story: 'The log comes before the validation, and reads body.order.id.',
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
    name: "another merchant's order is checked out for the caller",
    breaks: 'CHECKOUT-12',
    story: 'The caller is who is paid, and order.ocid was never read.',
    policies: { admission: without(admission, orderIsTheCallers) },
  },
  {
    name: "another merchant's order is checked out for that merchant",
    breaks: 'CHECKOUT-12',
    story: 'The key is looked up by order.ocid, and X-OC-ID only has to be some merchant.',
    policies: {
      admission: replaced(without(admission, orderIsTheCallers), orderIsSigned, subject => {
        const signer = subject.gateway.directory.merchants.get(subject.request.order.ocid)
        return isSignedWith(signer?.publicKey ?? '', subject) ? undefined : wronglySigned
      }),
    },
  },
]
