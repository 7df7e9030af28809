import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Order } from '../../../../schemas/messages.ts'
import type { Mutant } from '../../mutant.ts'
import { changeShownOrder } from '../members/places.ts'

/** Shows the order that was the first with its id. */
const showFirst = (): Partial<GatewayPolicies> => {
  const known = new Map<string, Order>()
  return changeShownOrder(order => {
    const first = known.get(order.id) ?? order
    known.set(order.id, first)
    return first
  })
}

/** Cancels all sessions with the id of the order. */
const cancelEach = (): Partial<GatewayPolicies> => {
  const cancelled = new Set<string>()
  return {
    nextAddress: (result, gateway) => {
      const { status, order } = result.session
      if (status === 'cancelled') cancelled.add(order.id)
      return gatewayPolicies.nextAddress(result, gateway)
    },
    sessionStatus: (session, now, gateway) =>
      session.status === 'pending' && cancelled.has(session.order.id)
        ? 'cancelled'
        : gatewayPolicies.sessionStatus(session, now, gateway),
  }
}

/** Pages that are found by the id of the order alone (PAGE-01, PAGE-03). */
export const alikeOrderMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the page is rendered once for each order id',
    breaks: 'PAGE-01',
    story: 'The fragment with the cart is cached by order.id, which was unique while there was one merchant.',
    policies: showFirst(),
  },
  {
    name: 'a cancel ends every session with the id of the order',
    breaks: 'PAGE-03',
    story: 'UPDATE sessions SET status = … WHERE order_id = ?, without the merchant.',
    policies: cancelEach(),
  },
]
