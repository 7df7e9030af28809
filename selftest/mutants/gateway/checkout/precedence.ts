import {
  checkoutRules,
  currencyIsSupported,
  orderHasNotExpired,
  orderIsSigned,
  settlementIsAccepted,
} from '../../../../reference/gateway/checkout.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { swap, without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

/** Checks of an order in another sequence than the documented one (CHECKOUT-08). */
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
    story: 'Both checks are quick, and nobody thought that their order mattered.',
    policies: { checkoutRules: swap(checkoutRules, orderHasNotExpired, settlementIsAccepted) },
  },
  {
    name: 'the currency is checked before anything else',
    breaks: 'CHECKOUT-08',
    story: 'Body validation knows the list of currencies, and runs first.',
    policies: { checkoutRules: [currencyIsSupported, ...without(checkoutRules, currencyIsSupported)] },
  },
]
