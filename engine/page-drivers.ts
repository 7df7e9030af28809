import type { Counterpart } from '../harness/counterpart.ts'
import { autoDriver } from '../harness/pages/auto-driver.ts'
import { createChromium } from '../harness/pages/browser/chromium.ts'
import { browserDriver } from '../harness/pages/browser/driver.ts'
import { missingForBrowser } from '../harness/pages/browser/installed.ts'
import type { PageDriver, Pages } from '../harness/pages/driver.ts'
import { formsDriver } from '../harness/pages/drivers.ts'
import { sparingDriver } from '../harness/pages/sparing-driver.ts'
import type { RunSettings } from './settings/settings.ts'

/** The drivers of a run; `close` ends what they have started. `personUrl`: the page that tells a person what to do. */
type OpenDrivers = { drivers: NonNullable<Pages['drivers']>; personUrl?: string | undefined; close(): Promise<void> }

type DriverName = NonNullable<NonNullable<RunSettings['pages']['checkout']>['driver']>

/**
 * Opens the drivers that the config names for hosted pages and for consent pages. `auto`: forms where they serve, else the browser
 * where one is there. Starts no browser before a page is opened.
 */
export const openPageDrivers = async (
  settings: RunSettings,
  counterpart: Counterpart | undefined,
): Promise<OpenDrivers> => {
  const { pages, browser } = settings
  const chromium = createChromium(browser)
  const inBrowser = browserDriver(chromium)
  const missing = missingForBrowser(browser)
  const isAsked = [pages.checkout?.driver, pages.consent?.driver].includes('person')
  const person = isAsked ? await (await import('./person/index.ts')).openPerson(settings, counterpart) : undefined
  const driverOf = (name: DriverName = 'auto'): PageDriver => {
    if (name === 'forms') return formsDriver
    if (name === 'browser') return sparingDriver(inBrowser)
    if (name === 'person' && person !== undefined) return person.driver
    return missing === undefined ? autoDriver([formsDriver, inBrowser]) : formsDriver
  }
  return {
    drivers: { checkout: driverOf(pages.checkout?.driver), consent: driverOf(pages.consent?.driver) },
    personUrl: person?.url,
    close: async () => {
      await person?.close()
      await chromium.close()
    },
  }
}
