import type { CheckContext } from '../../../../harness/context.ts'
import type { ActionResult } from '../../../../harness/pages.ts'
import { type CheckoutSession, openSession } from './checkout-session.ts'

/**
 * Pays a session with a different option than the usual one, which may decline, or ask for unknown data; undefined if the config determines
 * the way to pay. Heading: POST /orders/checkout.
 */
export const payOtherwise = async (
  context: CheckContext,
): Promise<{ session: CheckoutSession; landing: ActionResult } | undefined> => {
  const session = await openSession(context)
  const { payOtherwise: pay } = session.page
  return pay && { session, landing: await pay() }
}
