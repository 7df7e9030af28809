import type { CheckContext } from '../../../harness/context.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { referencedOrder } from '../../support/gateway/transactions.ts'

/** Returns a payment for an order, with every optional member. */
export const fullPayment = (context: CheckContext): JsonObject => {
  const { order, orderReference } = referencedOrder(context, 100)
  const changes = { amount: order.amount, memo: 'Conformance', expiresAt: context.now() + 1_800, order: orderReference }
  return context.paymentOf(context.merchant, changes) as JsonObject
}
