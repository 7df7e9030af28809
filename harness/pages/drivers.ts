import { createCustomer } from './checkout/page.ts'
import { createUser } from './consent/page.ts'
import type { Customer, PageDriver, PageRun, PageSender, User } from './driver.ts'

/** HTML forms over HTTP, as a browser without script sends them. */
export const formsDriver: PageDriver = { name: 'forms', customer: createCustomer, user: createUser }

/** Returns a customer of the run's driver for hosted pages. */
export const customerOf = (run: PageRun, sender: PageSender): Customer =>
  (run.pages.drivers?.checkout ?? formsDriver).customer(run, sender)

/**
 * Returns a user of the run's driver for consent pages. `unfetched`: addresses whose origins are never fetched, by default
 * that of the callback.
 */
export const userOf = (
  run: PageRun & { readonly callbackUrl: string },
  sender: PageSender,
  unfetched: readonly string[] = [run.callbackUrl],
): User => (run.pages.drivers?.consent ?? formsDriver).user(run, sender, unfetched)
