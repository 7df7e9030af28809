import { Refusal } from '../../../../protocol/errors.ts'
import { isObject } from '../../../../protocol/json/json.ts'
import { unixSeconds } from '../../../../reference/every-role/wire-format/values.ts'
import {
  amountIsAccepted,
  checkoutRules,
  currencyIsSupported,
  orderHasNotExpired,
  orderIsNoOther,
  settlementIsAccepted,
} from '../../../../reference/gateway/checkout.ts'
import type { Checkout, GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { orderKey } from '../../../../reference/gateway/store.ts'
import { omitMember, replace, without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { keepStamps, stampOfRequest } from '../support/stamps.ts'
import { refuseAs, replaceRule } from './rules.ts'

const orderExpired = new Refusal('ORDER_EXPIRED', 400, 'The order has expired.')

const now = ({ gateway }: Checkout): number => unixSeconds(gateway.ports)

/** Accepts orders for this many seconds after their expiry. */
const withGracePeriod = (seconds: number) =>
  replaceRule(orderHasNotExpired, subject => {
    const { expiresAt } = subject.request.order
    return expiresAt !== undefined && expiresAt + seconds < now(subject) ? orderExpired : undefined
  })

/** Treats some orders as expired this many seconds after they were created. */
const expireAfter = (seconds: number, isMeant: (order: Checkout['request']['order']) => boolean) =>
  replaceRule(orderHasNotExpired, subject => {
    const { order } = subject.request
    const isOld = (order.createdAt ?? 0) < now(subject) - seconds
    return isOld && isMeant(order) ? orderExpired : orderHasNotExpired(subject)
  })

/** Ignores schema violations in the list of accepted gateways. */
const unlessInAccepts: GatewayPolicies['shapeViolations'] = (schema, body) =>
  gatewayPolicies.shapeViolations(
    schema,
    isObject(body) && isObject(body.order) && Array.isArray(body.order.accepts)
      ? { ...body, order: omitMember('accepts')(body.order) }
      : body,
  )

/** Faults in how the expiry, the accepted gateways and the currency of an order are checked (CHECKOUT-04 to CHECKOUT-07). */
export const checkoutTermsMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the expiry of an order is not looked at',
    breaks: 'CHECKOUT-04',
    story: 'expiresAt was added to the schema, and the check to the backlog.',
    policies: { checkoutRules: without(checkoutRules, orderHasNotExpired) },
  },
  {
    name: 'an order is taken for an hour after its expiry',
    breaks: 'CHECKOUT-04',
    story: 'A grace period for clock skew, in minutes instead of seconds.',
    policies: withGracePeriod(3600),
  },
  {
    name: 'an order is taken for five minutes after its expiry',
    breaks: 'CHECKOUT-04',
    story: 'The clock tolerance was copied from the timestamps of requests.',
    policies: withGracePeriod(300),
  },
  {
    name: 'the expiry of an order is compared with the time that its request was stamped with',
    kind: 'echoes',
    breaks: 'CHECKOUT-04',
    story: 'The timestamp had just been checked, so it served as the current time.',
    policies: replaceRule(orderHasNotExpired, subject => {
      const { expiresAt } = subject.request.order
      return expiresAt !== undefined && expiresAt < (stampOfRequest() ?? now(subject)) ? orderExpired : undefined
    }),
    prepare: keepStamps,
  },
  {
    name: 'an order whose id was accepted before never expires',
    breaks: 'CHECKOUT-04',
    story: 'A returning customer finds the session by the order id, and the order is not checked again.',
    policies: {
      checkoutRules: replace(without(checkoutRules, orderIsNoOther), orderHasNotExpired, subject =>
        subject.gateway.store.order(orderKey({ merchant: subject.caller, order: subject.request.order })) === undefined
          ? orderHasNotExpired(subject)
          : undefined,
      ),
    },
  },
  {
    name: 'an order that expires before 1970 never expires',
    kind: 'ends',
    breaks: 'CHECKOUT-04',
    story: '-1 means no expiry in the database.',
    policies: replaceRule(orderHasNotExpired, subject =>
      (subject.request.order.expiresAt ?? 0) < 0 ? undefined : orderHasNotExpired(subject),
    ),
  },
  {
    name: 'an expired order is gone',
    breaks: 'CHECKOUT-04',
    alsoBreaks: ['ERR-02'],
    story: '410 Gone sounded right for something that has ended.',
    policies: refuseAs(orderHasNotExpired, 'ORDER_EXPIRED', 410),
  },
  {
    name: 'an order without expiry has expired',
    breaks: 'CHECKOUT-05',
    alsoBreaks: ['CHECKOUT-01'],
    story: 'A missing number is 0, and 0 is in 1970.',
    policies: replaceRule(orderHasNotExpired, subject =>
      (subject.request.order.expiresAt ?? 0) < now(subject) ? orderExpired : undefined,
    ),
  },
  {
    name: 'an expiry that looks like milliseconds is read as such',
    breaks: 'CHECKOUT-05',
    story: 'Some shops send what Date.now() returns, so the gateway guesses the unit and accepts both.',
    policies: replaceRule(orderHasNotExpired, subject => {
      const { expiresAt = Number.POSITIVE_INFINITY } = subject.request.order
      return (expiresAt > 1e11 ? expiresAt / 1_000 : expiresAt) < now(subject) ? orderExpired : undefined
    }),
  },
  {
    name: 'an order that lives for more than a week has expired',
    breaks: 'CHECKOUT-05',
    story: 'A far expiry looked like milliseconds, and was divided by a thousand.',
    policies: replaceRule(orderHasNotExpired, subject => {
      const isFar = (subject.request.order.expiresAt ?? 0) > now(subject) + 604_800
      return isFar ? orderExpired : orderHasNotExpired(subject)
    }),
  },
  {
    name: 'an order that expires within a minute has expired',
    breaks: 'CHECKOUT-05',
    story: 'A payment lasts at least a minute, so a minute is added to the clock.',
    policies: replaceRule(orderHasNotExpired, subject => {
      const isSoon = (subject.request.order.expiresAt ?? Number.POSITIVE_INFINITY) < now(subject) + 60
      return isSoon ? orderExpired : orderHasNotExpired(subject)
    }),
  },
  {
    name: 'an order that was created an hour ago has expired',
    breaks: 'CHECKOUT-05',
    story: 'Prices are held for an hour, and there was already a code for expired things.',
    policies: expireAfter(3600, () => true),
  },
  {
    name: 'an order without expiry expires a day after its creation',
    breaks: 'CHECKOUT-05',
    story: 'A default, so that no order stays open forever.',
    policies: expireAfter(86_400, ({ expiresAt }) => expiresAt === undefined),
  },
  {
    name: 'an empty list of accepted gateways means all',
    breaks: 'CHECKOUT-06',
    story: 'if (accepts.length && !accepts.includes(us)).',
    policies: replaceRule(settlementIsAccepted, subject =>
      subject.request.order.accepts?.length === 0 ? undefined : settlementIsAccepted(subject),
    ),
  },
  {
    name: 'no list of accepted gateways means all',
    breaks: 'CHECKOUT-06',
    story: 'accepts?.includes(us) === false.',
    policies: replaceRule(settlementIsAccepted, subject =>
      subject.request.order.accepts === undefined ? undefined : settlementIsAccepted(subject),
    ),
  },
  {
    name: 'an order that accepts a settlement provider is taken',
    breaks: 'CHECKOUT-06',
    story: 'Money can reach the gateway through any provider that it settles with.',
    policies: replaceRule(settlementIsAccepted, subject =>
      subject.request.order.accepts?.some(ocid => subject.gateway.accepts.includes(ocid))
        ? undefined
        : settlementIsAccepted(subject),
    ),
  },
  {
    name: 'an order that accepts the gateway twice is refused',
    breaks: 'CHECKOUT-06',
    story: 'The query joins the list with its own OCID, and expects one row.',
    policies: replaceRule(settlementIsAccepted, subject =>
      subject.request.order.accepts?.filter(ocid => ocid === subject.gateway.ocid).length === 1
        ? undefined
        : new Refusal('SETTLEMENT_NOT_SUPPORTED', 400, 'The order does not accept this gateway.'),
    ),
  },
  {
    name: 'the list of accepted gateways is searched as text',
    breaks: 'CHECKOUT-06',
    story: 'The column is text, and LIKE finds 1001 in 10010.',
    policies: replaceRule(settlementIsAccepted, subject =>
      subject.request.order.accepts?.join(',').includes(String(subject.gateway.ocid))
        ? undefined
        : settlementIsAccepted(subject),
    ),
  },
  {
    name: 'the accepted gateways are compared loosely',
    breaks: 'CHECKOUT-06',
    alsoBreaks: ['FMT-09'],
    story: 'in_array() without its third argument, and true equals every number.',
    policies: {
      shapeViolations: unlessInAccepts,
      ...replaceRule(settlementIsAccepted, subject => {
        const listed: readonly unknown[] = subject.request.order.accepts ?? []
        const isListed = listed.some(item => item === true || String(item) === String(subject.gateway.ocid))
        return isListed ? undefined : settlementIsAccepted(subject)
      }),
    },
  },
  {
    name: 'the accepted gateways are read as whole numbers',
    breaks: 'CHECKOUT-06',
    story: 'parseInt() over the list, and 1001.5 is 1001.',
    policies: {
      shapeViolations: unlessInAccepts,
      ...replaceRule(settlementIsAccepted, subject => {
        const listed: readonly unknown[] = subject.request.order.accepts ?? []
        const isListed = listed.some(item => typeof item === 'number' && Math.trunc(item) === subject.gateway.ocid)
        return isListed ? undefined : settlementIsAccepted(subject)
      }),
    },
  },
  {
    name: 'every currency is taken',
    breaks: 'CHECKOUT-07',
    story: 'The acquirer will refuse it; the list in the metadata is for humans.',
    policies: { checkoutRules: without(checkoutRules, currencyIsSupported, amountIsAccepted) },
  },
  {
    name: 'an unsupported currency has no exchange rate',
    breaks: 'CHECKOUT-07',
    story: 'rates[currency].factor, without checking that the rate exists.',
    ports: { reportBug: () => {} },
    policies: replaceRule(currencyIsSupported, subject => {
      if (currencyIsSupported(subject)) throw new TypeError("Cannot read properties of undefined (reading 'factor')")
      return undefined
    }),
  },
]
