import { drawsValues } from '../harness/check.ts'
import type { PageDriver, PageSender } from '../harness/pages.ts'
import type { RequirementId } from '../protocol/requirements/index.ts'
import { autoDriver } from './auto-driver.ts'
import { formsDriver } from './forms-driver.ts'
import { isPlain } from './plain-pages.ts'

/** The clauses about the content and controls of a page, and about its use by other sites. */
const ofPages: ReadonlySet<RequirementId> = new Set([
  ...(['CHECKOUT-16', 'PAGE-01', 'PAGE-02', 'PAGE-03', 'PAGE-04', 'PAGE-05', 'PAGE-09', 'PAGE-10', 'PAGE-14'] as const),
  ...(['CONSENT-01', 'CONSENT-02', 'CONSENT-03', 'CONSENT-04', 'CONSENT-05', 'CONSENT-06', 'CONSENT-08'] as const),
  ...(['CALLBACK-01', 'CALLBACK-02', 'CALLBACK-03', 'FLOW-01'] as const),
])

/** Returns whether a check concerns a page as a user sees it: it has a clause about pages, and named cases. */
export const isOfPages = (check: NonNullable<PageSender['check']>): boolean =>
  !drawsValues(check) && check.clauses.some(id => ofPages.has(id))

/** How many customers and users per check get the browser, such as for a control and a case; later ones only differ in values. */
const mostOfCheck = 2

/**
 * Uses a browser for checks about pages, and for every page that is not plain. Other checks on plain pages, such as those with generated
 * values or of callback queries, use HTML forms: a browser would send the same, but more slowly.
 */
export const sparingDriver = (browser: PageDriver): PageDriver => {
  const bulk = autoDriver([formsDriver, browser], isPlain)
  const counts = new WeakMap<AbortSignal, number>()
  const driverFor = (sender: PageSender): PageDriver => {
    if (!sender.check || !isOfPages(sender.check)) return bulk
    const count = (sender.signal && counts.get(sender.signal)) ?? 0
    if (sender.signal) counts.set(sender.signal, count + 1)
    return count < mostOfCheck && !sender.program ? browser : bulk
  }
  return {
    ...browser,
    customer: (run, sender) => driverFor(sender).customer(run, sender),
    user: (run, sender, unfetched) => driverFor(sender).user(run, sender, unfetched),
  }
}
