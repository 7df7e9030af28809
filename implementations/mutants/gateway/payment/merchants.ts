import { checkoutRules, merchantIsRegistered } from '../../../../reference/gateway/checkout.ts'
import type { Checkout, Gateway, GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { payeeIsRegistered, paymentRules } from '../../../../reference/gateway/payment/create.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

/** Registers the OCID in any order as a merchant, even if the order is refused. */
const registerNamed = (namedIn: (checkout: Checkout) => readonly number[]): Partial<GatewayPolicies> => {
  const known = new WeakMap<object, Set<number>>()
  const knownAt = ({ store }: Gateway): Set<number> => known.get(store) ?? new Set()
  return {
    checkoutRules: replace(checkoutRules, merchantIsRegistered, checkout => {
      const { gateway } = checkout
      known.set(gateway.store, new Set([...knownAt(gateway), ...namedIn(checkout)]))
      return merchantIsRegistered(checkout)
    }),
    paymentRules: replace(paymentRules, payeeIsRegistered, creation =>
      knownAt(creation.gateway).has(creation.request.to) ? undefined : payeeIsRegistered(creation),
    ),
  }
}

/** Returns the OCIDs in a list that may be of any type. */
const ocidsIn = (list: unknown): number[] => (Array.isArray(list) ? list.filter(ocid => typeof ocid === 'number') : [])

/** Faults in who counts as a merchant at payment/create (PAYMENT-04). */
export const payeeMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'whoever has a known key can be paid',
    breaks: 'PAYMENT-04',
    story: 'Merchants and apps share a client table, and accounts matter only at settlement.',
    policies: {
      paymentRules: replace(paymentRules, payeeIsRegistered, creation =>
        creation.gateway.directory.callerKeys.has(creation.request.to) ? undefined : payeeIsRegistered(creation),
      ),
    },
  },
  {
    name: 'whom an order accepts is a merchant',
    breaks: 'PAYMENT-04',
    kind: 'models',
    story: 'Every OCID of an order is stored in the table of parties, in which payments look up the recipient.',
    policies: registerNamed(({ request }) => ocidsIn(request.order.accepts)),
  },
  {
    name: 'whose order was sent is a merchant',
    breaks: 'PAYMENT-04',
    kind: 'models',
    story: 'order.ocid is stored in the merchant table before it is compared with the caller.',
    policies: registerNamed(({ request }) => ocidsIn([request.order.ocid])),
  },
]
