import { Refusal } from '../../../protocol/errors.ts'
import { unixSeconds } from '../../../reference/every-role/wire-format/values.ts'
import type { Checkout, GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../reference/gateway/policies.ts'
import type { Variant } from '../variant.ts'

const { checkoutRules } = gatewayPolicies

/** Refuses an order depending on the seconds until it expires. */
const refuseLifetime =
  (isRefused: (seconds: number) => boolean) =>
  ({ request: { order }, gateway }: Checkout): Refusal | undefined =>
    order.expiresAt !== undefined && isRefused(order.expiresAt - unixSeconds(gateway.ports))
      ? new Refusal('EXPIRY_NOT_ACCEPTED', 422, 'The order expires too soon, or too late.')
      : undefined

/** Refuses an order made more than half an hour ago. */
const refuseOldOrders = ({ request: { order }, gateway }: Checkout): Refusal | undefined => {
  const now = unixSeconds(gateway.ports)
  return (order.createdAt ?? now) < now - 1_800
    ? new Refusal('ORDER_TOO_OLD', 422, 'The order was made too long ago.')
    : undefined
}

const ordersByReference = new WeakMap<object, Map<string, string>>()

/** Refuses a reference that another order has. */
const refuseUsedReferences = ({ request: { order }, gateway }: Checkout): Refusal | undefined => {
  const known = ordersByReference.get(gateway.mutex) ?? new Map<string, string>()
  ordersByReference.set(gateway.mutex, known)
  const { reference = '', id } = order
  if ((known.get(reference) ?? id) !== id) return new Refusal('REFERENCE_IN_USE', 409, 'Another order has it.')
  if (reference !== '') known.set(reference, id)
  return undefined
}

/** Gateways that accept fewer orders: not every lifetime, age or reference. */
export const orderLimitVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'an order lives a week at most',
    story: 'Prices are not held for longer.',
    policies: { checkoutRules: [...checkoutRules, refuseLifetime(seconds => seconds > 7 * 86_400)] },
  },
  {
    name: 'an order that is over within five seconds is refused',
    story: 'It could not be paid in time.',
    policies: { checkoutRules: [...checkoutRules, refuseLifetime(seconds => seconds < 5)] },
  },
  {
    name: 'an order lives five minutes at least',
    story: 'It could not be paid in time.',
    policies: { checkoutRules: [...checkoutRules, refuseLifetime(seconds => seconds < 300)] },
    blocks: {
      'PAGE-11': 'No order expires within the run.',
      'PAGE-13': 'No order expires within the run.',
    },
  },
  {
    name: 'an order is checked out within half an hour',
    story: 'Prices are not held for longer.',
    policies: { checkoutRules: [...checkoutRules, refuseOldOrders] },
  },
  {
    name: 'a reference has one order',
    story: 'Merchants search for their orders by it.',
    policies: { checkoutRules: [...checkoutRules, refuseUsedReferences] },
  },
]
