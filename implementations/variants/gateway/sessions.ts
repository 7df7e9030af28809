import { Refusal } from '../../../protocol/errors.ts'
import { orderIsNoOther } from '../../../reference/gateway/checkout.ts'
import type { Checkout, GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../reference/gateway/policies.ts'
import { orderKey } from '../../../reference/gateway/store.ts'
import type { Variant } from '../variant.ts'

export const { checkoutRules } = gatewayPolicies

const openSessions = new WeakMap<object, Map<string, string>>()

/** Returns the open session of an order, or a new one. */
const reuseSession: GatewayPolicies['newSession'] = checkout => {
  const { caller, request, gateway } = checkout
  const known = openSessions.get(gateway.mutex) ?? new Map<string, string>()
  openSessions.set(gateway.mutex, known)
  const key = orderKey({ merchant: caller, order: request.order })
  const open = gateway.store.session(known.get(key) ?? '')
  if (open?.status === 'pending') return { ...open }
  const session = gatewayPolicies.newSession(checkout)
  known.set(key, session.id)
  return session
}

const refuseKnownOrder = ({ caller, request: { order }, gateway }: Checkout): Refusal | undefined =>
  gateway.store.order(orderKey({ merchant: caller, order })) === undefined
    ? undefined
    : new Refusal('ORDER_ALREADY_EXISTS', 409, 'The order was checked out before.')

/** Other checkout sessions ("Checkout session"): repeated orders, ways to pay, lifetimes. */
export const sessionVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'the same order has the same session',
    story: 'Checkout is idempotent.',
    policies: { newSession: reuseSession },
  },
  {
    name: 'the same order is refused the second time',
    story: 'The order id has a unique index.',
    policies: { checkoutRules: [...checkoutRules, refuseKnownOrder] },
  },
  {
    name: 'an order id may come with another order',
    story: 'Carts change, and shops keep their order ids.',
    policies: { checkoutRules: checkoutRules.filter(check => check !== orderIsNoOther) },
  },
  {
    name: 'a cancelled session can be paid',
    story: 'Customers may change their mind: the back button leads to the page, which still works.',
    policies: { isPayable: ({ status }) => status === 'pending' || status === 'cancelled' },
  },
  {
    name: 'one way to pay, and it never fails',
    story: 'A sandbox has only a test wallet.',
    policies: {
      paymentOptions: [{ id: 'wallet', label: 'Test wallet', hint: 'Play money', succeeds: true }],
    },
  },
  {
    name: 'a payment takes 400 ms',
    story: 'The bank is asked.',
    policies: {
      charge: async option => {
        await new Promise(resolve => setTimeout(resolve, 400))
        return option.succeeds
      },
    },
  },
  {
    name: 'sessions live ten seconds',
    story: 'A sandbox where expiry can be tested; its operator configures it.',
    profile: { sessionSeconds: 10 },
    settings: { pages: { checkout: { sessionSeconds: 10 } } },
  },
]
