import { notApplicable } from '../../../../harness/outcome.ts'
import type { Page } from '../../../../harness/pages.ts'
import type { CheckoutSession } from './checkout-session.ts'

/** A session, and a page that asks for more before it is paid. */
export type LaterPage = { session: CheckoutSession; later: Page }

/** Continues to a page that asks for more before a session is paid; not applicable if one click pays. */
export const goOn = async (session: CheckoutSession): Promise<LaterPage> => {
  const { onward } = session.page
  const later = await (onward ?? notApplicable('A person pays, so no page on the way is seen.'))()
  // The page of a bank or a login is not the target's; a page without a pay button follows the payment.
  if (!later?.controls.pay || new URL(later.url).origin !== new URL(session.url).origin)
    return notApplicable('The payment needs only one page of the target.')
  return { session, later }
}
