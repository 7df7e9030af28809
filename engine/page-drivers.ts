import { autoDriver } from '../harness/pages/auto-driver.ts'
import { createChromium, missingForBrowser } from '../harness/pages/browser/chromium.ts'
import { browserDriver } from '../harness/pages/browser/driver.ts'
import type { PageDriver, Pages } from '../harness/pages/driver.ts'
import { formsDriver } from '../harness/pages/drivers.ts'
import type { RunSettings } from './settings/settings.ts'

/** The drivers of a run; `close` ends what they have started. */
type OpenDrivers = { drivers: NonNullable<Pages['drivers']>; close(): Promise<void> }

type DriverName = NonNullable<NonNullable<RunSettings['pages']['checkout']>['driver']>

/**
 * Opens the drivers that the config names for hosted pages and for consent pages. `auto`: forms where they serve, else the browser
 * where one is there. Starts nothing before a page is opened.
 */
export const openPageDrivers = async ({
  pages,
  browser,
}: Pick<RunSettings, 'pages' | 'browser'>): Promise<OpenDrivers> => {
  const chromium = createChromium(browser)
  const inBrowser = browserDriver(chromium)
  const missing = await missingForBrowser(browser)
  const driverOf = (name: DriverName = 'auto'): PageDriver => {
    if (name === 'forms') return formsDriver
    if (name === 'browser') return inBrowser
    return missing === undefined ? autoDriver([formsDriver, inBrowser]) : formsDriver
  }
  return {
    drivers: { checkout: driverOf(pages.checkout?.driver), consent: driverOf(pages.consent?.driver) },
    close: () => chromium.close(),
  }
}
