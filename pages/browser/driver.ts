import type { PageDriver, PageSender } from '../../harness/pages.ts'
import { createCustomer } from '../checkout/page.ts'
import { createUser } from '../consent/page.ts'
import type { Browse } from '../visit/form-browser.ts'
import { isFramable } from './frames.ts'
import { LiveBrowser } from './live-browser.ts'
import type { Chromium } from './process/chromium.ts'

/** Drives pages with a browser of this machine; each customer and user has a context. */
export const browserDriver = (chromium: Chromium): PageDriver => {
  const browse =
    (sender: PageSender): Browse =>
    scope =>
      new LiveBrowser({ chromium, scope, sender })
  return {
    name: 'browser',
    customer: (run, sender) => createCustomer(run, sender, browse(sender)),
    user: (run, sender, unfetched) => createUser(run, sender, unfetched, browse(sender)),
    isFramable: response => isFramable(chromium, response),
  }
}
