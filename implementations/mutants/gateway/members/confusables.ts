import { Refusal } from '../../../../protocol/errors.ts'
import { canonicalize } from '../../../../protocol/json/canonical.ts'
import { checkoutRules, orderIsTheCallers, settlementIsAccepted } from '../../../../reference/gateway/checkout.ts'
import type { Checkout, GatewayPolicies, PaymentCreation, Transfer } from '../../../../reference/gateway/contract.ts'
import { paymentRules } from '../../../../reference/gateway/payment/create.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { transferRules } from '../../../../reference/gateway/transfer.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

/** Returns pages with the name of the merchant of the first page. */
const withFirstName = (): GatewayPolicies['checkoutPage'] => {
  let first: string | undefined
  return view => {
    first ??= view.merchantName
    return gatewayPolicies.checkoutPage({ ...view, merchantName: first })
  }
}

type Fold = (id: string) => string

/** Returns a memory of texts by their folded form. */
const rememberBy = (fold: Fold) => {
  const memories = new WeakMap<object, Map<string, string>>()
  return ({ caller, request: { order }, gateway }: Checkout, text: string): string => {
    const memory = memories.get(gateway.mutex) ?? new Map<string, string>()
    memories.set(gateway.mutex, memory)
    const key = JSON.stringify([caller, fold(order.id)])
    const known = memory.get(key) ?? text
    memory.set(key, known)
    return known
  }
}

/** Refuses an order if another has an id that folds to the same text. */
const refuseFolded = (fold: Fold): Partial<GatewayPolicies> => {
  const remember = rememberBy(fold)
  const orderIsKnown = (checkout: Checkout): Refusal | undefined => {
    const text = canonicalize(checkout.request.order)
    return remember(checkout, text) === text ? undefined : new Refusal('INVALID_REQUEST', 409, 'The order exists.')
  }
  return { checkoutRules: [...checkoutRules, orderIsKnown] }
}

/** Gives an order the session of another whose id folds to the same text. */
const shareSessions = (fold: Fold): Partial<GatewayPolicies> => {
  const remember = rememberBy(fold)
  return {
    newSession: checkout => {
      const session = gatewayPolicies.newSession(checkout)
      return { ...session, id: remember(checkout, session.id) }
    },
  }
}

const in32Bits = (ocid: number): number => ocid % 2 ** 32

/** Returns the known number that is a prefix of a number. */
const beginningIn = (known: Iterable<number>, ocid: number): number =>
  [...known].find(other => String(ocid).startsWith(String(other))) ?? ocid

/** Returns the known number that begins with a number. */
const continuedBy = (known: Iterable<number>, ocid: number): number =>
  [...known].find(other => String(other).startsWith(String(ocid))) ?? ocid

const kind = 'confusables'

/** Lookups that mistake another value for the requested one. */
export const confusableMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'order ids are compared without their case',
    kind,
    breaks: 'CHECKOUT-01',
    story: 'The default collation of the database.',
    policies: refuseFolded(id => id.toLowerCase()),
  },
  {
    name: 'order ids are compared without their accents',
    kind,
    breaks: 'CHECKOUT-01',
    story: 'The other default collation of the database.',
    policies: refuseFolded(id => id.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  },
  {
    name: 'order ids are compared without blanks at their end',
    kind,
    breaks: 'CHECKOUT-01',
    story: 'Standard SQL pads texts with blanks.',
    policies: refuseFolded(id => id.trimEnd()),
  },
  {
    name: 'order ids that are one number are one order',
    kind,
    breaks: 'CHECKOUT-01',
    story: 'The language compares numeric-looking texts as numbers.',
    policies: refuseFolded(id => (/^[\d.]+$/.test(id) ? String(Number(id)) : id)),
  },
  {
    name: 'orders share a session if their ids share a hundred letters',
    kind,
    breaks: 'CHECKOUT-10',
    alsoBreaks: ['CHECKOUT-01'],
    story: 'The cache key is truncated, and no such id had ever occurred.',
    policies: shareSessions(id => id.slice(0, 100)),
  },
  {
    name: 'orders share a session if their ids are normalized to one',
    kind,
    breaks: 'CHECKOUT-10',
    story: 'The cache key is written into an address, which normalizes it.',
    policies: shareSessions(id => id.normalize('NFKC')),
  },
  {
    name: 'a destination account is found by 32 bits of its OCID',
    kind,
    breaks: 'TRANSFER-08',
    story: 'int in the request class, and a parser that wraps around.',
    policies: {
      transferRules: [
        ({ request }: Transfer) => void Object.assign(request.to, { ocid: in32Bits(request.to.ocid) }),
        ...transferRules,
      ],
    },
  },
  {
    name: 'a source account is found by the beginning of its OCID',
    kind,
    breaks: 'TRANSFER-06',
    story: 'Account numbers are the OCID and a suffix, and the lookup accepts either.',
    policies: {
      transferRules: [
        ({ caller, request }: Transfer) =>
          void Object.assign(request.from, { ocid: beginningIn([caller], request.from.ocid) }),
        ...transferRules,
      ],
    },
  },
  {
    name: 'a source account is found by the first digits of its OCID',
    kind,
    breaks: 'TRANSFER-06',
    story: "WHERE ocid LIKE :ocid || '%', from the search of the back office.",
    policies: {
      transferRules: [
        ({ caller, request }: Transfer) =>
          void Object.assign(request.from, { ocid: continuedBy([caller], request.from.ocid) }),
        ...transferRules,
      ],
    },
  },
  {
    name: 'a merchant is found by 32 bits of its OCID',
    kind,
    breaks: 'PAYMENT-04',
    story: 'int in the request class, and a parser that wraps around.',
    policies: {
      paymentRules: [
        ({ request }: PaymentCreation) => void Object.assign(request, { to: in32Bits(request.to) }),
        ...paymentRules,
      ],
    },
  },
  {
    name: 'the gateway has to be the first in accepts',
    kind,
    breaks: 'CHECKOUT-06',
    story: 'order.accepts[0] === ocid, since the examples have one OCID.',
    policies: {
      checkoutRules: replace(checkoutRules, settlementIsAccepted, checkout =>
        checkout.request.order.accepts?.[0] === checkout.gateway.ocid
          ? undefined
          : new Refusal('SETTLEMENT_NOT_SUPPORTED', 400, 'The order does not accept this gateway.'),
      ),
    },
  },
  {
    name: 'every page has the name of the same merchant',
    kind,
    breaks: 'PAGE-01',
    story: 'The name is cached, but the cache key is the name of the template.',
    policies: { checkoutPage: withFirstName() },
  },
  {
    name: 'the gateway finds itself in accepts by 32 bits',
    kind,
    breaks: 'CHECKOUT-06',
    story: 'The list is read into an int array.',
    policies: {
      checkoutRules: replace(checkoutRules, settlementIsAccepted, checkout =>
        checkout.request.order.accepts?.map(in32Bits).includes(checkout.gateway.ocid)
          ? undefined
          : settlementIsAccepted(checkout),
      ),
    },
  },
  {
    name: 'the gateway finds itself in accepts by its first digits',
    kind,
    breaks: 'CHECKOUT-06',
    story: 'The list is joined into a pattern without an end anchor.',
    policies: {
      checkoutRules: replace(checkoutRules, settlementIsAccepted, checkout =>
        checkout.request.order.accepts?.some(other => continuedBy([checkout.gateway.ocid], other) !== other)
          ? undefined
          : settlementIsAccepted(checkout),
      ),
    },
  },
  {
    name: 'the merchant of an order is compared by its beginning',
    kind,
    breaks: 'CHECKOUT-12',
    story: "Branches have the merchant's OCID and their own number.",
    policies: {
      checkoutRules: replace(checkoutRules, orderIsTheCallers, checkout =>
        String(checkout.request.order.ocid).startsWith(String(checkout.caller))
          ? undefined
          : orderIsTheCallers(checkout),
      ),
    },
  },
]
