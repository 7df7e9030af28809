import type { Customer, PageRun, PageSender, User } from './pages.ts'

/** Returns a customer of the run's driver for hosted pages. */
export const customerOf = (run: PageRun, sender: PageSender): Customer =>
  run.pages.drivers.checkout.customer(run, sender)

/**
 * Returns a user of the run's driver for consent pages. `unfetched`: addresses whose origins are never fetched; by default the callback.
 */
export const userOf = (
  run: PageRun & { readonly callbackUrl: string },
  sender: PageSender,
  unfetched: readonly string[] = [run.callbackUrl],
): User => run.pages.drivers.consent.user(run, sender, unfetched)
