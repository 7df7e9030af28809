import type { CheckContext } from '../../../harness/context.ts'
import type { Order } from '../../../schemas/messages.ts'
import { withoutMembers } from '../../members/absences.ts'

/** The optional members of an order. */
export const optional = ['reference', 'items', 'memo', 'expiresAt'] as const

/** Returns an order with all optional members except some, and with these changes. */
export const orderWithout = (context: CheckContext, omitted: readonly string[], changes: Partial<Order> = {}): Order =>
  withoutMembers(context.merchant.order({ reference: context.fresh('ref'), ...changes }), omitted)
