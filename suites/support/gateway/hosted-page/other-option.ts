import type { CheckContext } from '../../../../harness/context.ts'
import { notApplicable } from '../../../../harness/outcome.ts'
import type { ActionResult } from '../../../../harness/pages/driver.ts'
import { type CheckoutSession, openSession } from './checkout-session.ts'

/** Says that another option may decline, or ask for more than the harness knows. */
export const declinedOption = 'No other option leads to urls.completed.'

/** Pays a session by another option than the usual one; not applicable where a page has only one. Heading: POST /orders/checkout. */
export const payOtherwise = async (
  context: CheckContext,
): Promise<{ session: CheckoutSession; landing: ActionResult }> => {
  const session = await openSession(context)
  const { payOtherwise: pay = notApplicable('The hosted page offers one option that pays.') } = session.page
  return { session, landing: await pay() }
}
