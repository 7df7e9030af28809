import type { CheckContext } from '../../../harness/context.ts'
import { blocked } from '../../../harness/outcome.ts'
import type { Drawn } from '../../members/draw.ts'
import { orderMessages } from '../../members/gateway-messages.ts'
import { payOrder } from '../../members/paid-orders.ts'
import { Obstacle } from '../../members/property.ts'
import { proofIn } from '../../support/gateway/notification/notifications.ts'

/** Checks out an order, pays it on its page, and returns the proof; undefined if the target refuses the order or its payment. */
const sendAndPay = async (context: CheckContext, drawn: Drawn) => {
  const paid = await payOrder(context, drawn)
  if (paid === undefined || paid instanceof Obstacle) return paid
  const [notification] = await context.awaitRequests(paid.isAbout)
  const proof = notification && proofIn(notification)?.proof
  return { body: paid.body, proof: proof ?? blocked('no proof of the payment is sent (NOTIFY-01)', 'NOTIFY-01') }
}

/** Payments of orders with any values. */
export const payments = { messages: orderMessages, send: sendAndPay }
