import type { ConsentPage, Page } from '../../harness/pages/driver.ts'
import { needsScript } from '../../harness/pages/obstacles.ts'

/** Returns whether scripts may show or do what a page lacks without them. */
export const mayNeedScript = (page: Page | ConsentPage): boolean => page.scripted !== undefined || needsScript(page)
