import type { CheckContext } from '../../../harness/context.ts'
import type { ConsentPage, Page } from '../../../harness/pages.ts'
import { needsScript } from '../../../pages/visit/obstacles.ts'

/** Returns whether scripts may add what a page lacks without them. */
export const mayNeedScript = (page: Page | ConsentPage): boolean => page.scripted !== undefined || needsScript(page)

/** Returns whether a browser shows the pages, so that their scripts run. */
export const isLive = ({ run }: CheckContext, pages: 'checkout' | 'consent'): boolean =>
  run.pages.drivers[pages].name === 'browser'
