import type { Page, PageHints } from '../../harness/pages.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { type ServedSite, type Site, serveSite } from '../site.test.fixture.ts'
import { createCustomer } from './page.ts'

const shop = 'http://shop.example/2001'
export const completed = `${shop}/completed?visit=1`
export const cancelled = `${shop}/cancelled?visit=1`

/** Serves a target's pages and opens the hosted page. */
export const openPage = async (site: Site, hints: PageHints = {}): Promise<ServedSite & { page: Page }> => {
  const served = await serveSite(site)
  const run = {
    target: { apiUrl: served.base },
    pages: { checkout: hints, consent: {}, secrets: {} },
    counterpart: { baseUrl: shop },
  } as unknown as RunContext
  const customer = createCustomer(run, { send: served.send, hold: () => undefined })
  return { ...served, page: await customer.open(`${served.base}/checkout/s1`, { cancelled }) }
}
