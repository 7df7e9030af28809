import { notApplicable } from '../../../../harness/outcome.ts'
import type { Page } from '../../../../harness/pages.ts'
import type { CheckoutSession } from './checkout-session.ts'

/** A session, and the page that asks for more before it is paid. */
export type LaterPage = { session: CheckoutSession; later: Page }

/** Goes on to the page that asks for more before a session is paid; not applicable where one click pays. */
export const goOn = async (session: CheckoutSession): Promise<LaterPage> => {
  const { onward } = session.page
  const later = await (onward ?? notApplicable('A person pays, and shows no page on the way.'))()
  // The page of a bank or a login belongs to others; one that pays no more comes after the payment.
  if (!later?.controls.pay || new URL(later.url).origin !== new URL(session.url).origin)
    return notApplicable('The payment takes one page of the target.')
  return { session, later }
}
