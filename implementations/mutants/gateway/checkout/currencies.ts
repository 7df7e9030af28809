import {
  checkoutRules,
  orderHasNotExpired,
  orderIsSigned,
  settlementIsAccepted,
} from '../../../../reference/gateway/checkout.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

/** Applies a rule to all orders but those in euros. */
const unlessInEuros = (rule: (typeof checkoutRules)[number]): Partial<GatewayPolicies> => ({
  checkoutRules: replace(checkoutRules, rule, checkout =>
    checkout.request.order.currency === 'EUR' ? undefined : rule(checkout),
  ),
})

/** Faults in how orders in a second currency are checked (CHECKOUT-03, CHECKOUT-04, CHECKOUT-06). */
export const checkoutCurrencyMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'an order in euros is taken unsigned',
    breaks: 'CHECKOUT-03',
    alsoBreaks: ['SIG-03'],
    story: 'Each currency has a handler, and that one was written for a test.',
    policies: unlessInEuros(orderIsSigned),
  },
  {
    name: 'an order in euros never expires',
    breaks: 'CHECKOUT-04',
    story: 'Rates are fetched when the order is paid, so its time was said not to matter.',
    policies: unlessInEuros(orderHasNotExpired),
  },
  {
    name: 'an order in euros needs no gateway that it accepts',
    breaks: 'CHECKOUT-06',
    story: 'There was only one gateway for that currency.',
    policies: unlessInEuros(settlementIsAccepted),
  },
]
