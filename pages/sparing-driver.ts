import { drawsValues } from '../harness/check.ts'
import type { PageDriver, PageSender } from '../harness/pages.ts'
import type { RequirementId } from '../protocol/requirements/index.ts'
import { autoDriver } from './auto-driver.ts'
import { formsDriver } from './forms-driver.ts'
import { isPlain } from './plain-pages.ts'

/** The clauses of what a page shows and lets a user do, and of what other sites can do with it. */
const ofPages: ReadonlySet<RequirementId> = new Set([
  ...(['CHECKOUT-16', 'PAGE-01', 'PAGE-02', 'PAGE-03', 'PAGE-04', 'PAGE-05', 'PAGE-09', 'PAGE-10', 'PAGE-14'] as const),
  ...(['CONSENT-01', 'CONSENT-02', 'CONSENT-03', 'CONSENT-04', 'CONSENT-05', 'CONSENT-06', 'CONSENT-08'] as const),
  ...(['CALLBACK-01', 'CALLBACK-02', 'CALLBACK-03', 'FLOW-01'] as const),
])

/** Tells whether a check is of a page as a user sees it: of a clause of pages, by cases that it names. */
export const isOfPages = (check: NonNullable<PageSender['check']>): boolean =>
  !drawsValues(check) && check.clauses.some(id => ofPages.has(id))

/** Customers and users of one check that have the browser, such as for a control and a case: those after them do the same with other values. */
const mostOfCheck = 2

/**
 * Uses a browser for what a page shows and lets a user do, and for every page that is not plain. What else is on plain pages, such as generated
 * values, the queries of callbacks and what only a program reads of a submission, goes by HTML forms: there a browser sends the same, and
 * takes longer.
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
