import {
  checkoutRules,
  currencyIsSupported,
  merchantIsRegistered,
  orderHasNotExpired,
  orderIsSigned,
  settlementIsAccepted,
} from '../../../../reference/gateway/checkout.ts'
import type { Checkout, GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import type { Order } from '../../../../schemas/messages.ts'
import { swap, without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

/** Checks the accepted gateways before the signature, for some orders. */
const settlementFirstIf = (isMeant: (order: Order) => boolean): readonly Rule<Checkout>[] => [
  merchantIsRegistered,
  subject => (isMeant(subject.request.order) ? settlementIsAccepted(subject) : undefined),
  ...without(checkoutRules, merchantIsRegistered),
]

/** Faults in the sequence of an order's checks (CHECKOUT-08). */
export const checkoutPrecedenceMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the expiry is checked before the signature',
    breaks: 'CHECKOUT-08',
    story: 'The cheap check was moved to the front to save a verification.',
    policies: { checkoutRules: swap(checkoutRules, orderIsSigned, orderHasNotExpired) },
  },
  {
    name: 'the accepted gateways are checked before the expiry',
    breaks: 'CHECKOUT-08',
    story: 'Both checks are fast, so their order seemed irrelevant.',
    policies: { checkoutRules: swap(checkoutRules, orderHasNotExpired, settlementIsAccepted) },
  },
  {
    name: 'the currency is checked before anything else',
    breaks: 'CHECKOUT-08',
    story: 'Body validation knows the list of currencies, and runs first.',
    policies: { checkoutRules: [currencyIsSupported, ...without(checkoutRules, currencyIsSupported)] },
  },
  {
    name: 'the accepted gateways of an order without items are checked before the signature',
    breaks: 'CHECKOUT-08',
    kind: 'absences',
    story: 'Donations have no items and a separate handler.',
    policies: { checkoutRules: settlementFirstIf(({ items }) => items === undefined) },
  },
  {
    name: 'the expiry of an order with a reference is checked before the signature',
    breaks: 'CHECKOUT-08',
    kind: 'absences',
    story: 'The reference is looked up first in a cache, from which expired orders are removed.',
    policies: {
      checkoutRules: [
        merchantIsRegistered,
        subject => (subject.request.order.reference === undefined ? undefined : orderHasNotExpired(subject)),
        ...without(checkoutRules, merchantIsRegistered),
      ],
    },
  },
  {
    name: 'an empty list of accepted gateways is refused before the signature',
    breaks: 'CHECKOUT-08',
    kind: 'absences',
    story: 'An empty list needs no configuration, so body validation refuses it.',
    policies: { checkoutRules: settlementFirstIf(({ accepts }) => accepts?.length === 0) },
  },
]
