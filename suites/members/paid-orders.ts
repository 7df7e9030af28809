import type { CheckContext } from '../../harness/context.ts'
import type { RecordedRequest } from '../../harness/counterpart.ts'
import type { JsonObject } from '../../protocol/json/json.ts'
import { visitOrder } from '../support/gateway/hosted-page/checkout-session.ts'
import { isCompleted } from '../support/gateway/hosted-page/landing-pages.ts'
import { identifiersOf } from '../support/gateway/hosted-page/session-notifications.ts'
import { isAboutTransaction } from '../support/gateway/notification/notifications.ts'
import type { Drawn } from './draw.ts'
import { orderOf } from './gateway-messages.ts'
import { Obstacle } from './property.ts'

/** An order that was paid on its page: the body of its checkout, and the values that identify its notification. */
export type PaidOrder = { body: JsonObject; isAbout: (request: RecordedRequest) => boolean }

/**
 * Checks out an order and pays it on its page; undefined if the target refuses the order or its payment. PAGE-03 judges whether a
 * payment succeeds; some currencies may need another way to pay.
 */
export const payOrder = async (context: CheckContext, drawn: Drawn): Promise<PaidOrder | Obstacle | undefined> => {
  const { order, mark } = orderOf(context, drawn)
  const session = await visitOrder(context, order)
  if (session === undefined) return undefined
  const landing = await session.page.pay()
  if (!isCompleted(landing, session)) return landing.obstacle === undefined ? undefined : new Obstacle(landing.obstacle)
  const isNamed = isAboutTransaction(identifiersOf(session))
  // The notification is also found by the mark in the order id, even if the rest was altered.
  const id = mark.toLowerCase()
  return {
    body: { order } as unknown as JsonObject,
    isAbout: request =>
      isNamed(request) || (request.kind === 'notification' && request.body.toLowerCase().includes(id)),
  }
}
