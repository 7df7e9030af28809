import type { Counterpart } from '../harness/counterpart.ts'
import type { PageDriver, Pages } from '../harness/pages.ts'
import { autoDriver } from '../pages/auto-driver.ts'
import { browserDriver } from '../pages/browser/driver.ts'
import { createChromium } from '../pages/browser/process/chromium.ts'
import { missingForBrowser } from '../pages/browser/process/installed.ts'
import { formsDriver } from '../pages/forms-driver.ts'
import { sparingDriver } from '../pages/sparing-driver.ts'
import type { Role } from '../protocol/operations.ts'
import { type OnPerson, openPerson } from './person/index.ts'
import type { RunSettings } from './settings/settings.ts'

/** The drivers of a run; `close` ends everything that they have started. */
type OpenDrivers = { drivers: Pages['drivers']; close(): Promise<void> }

type DriverName = NonNullable<NonNullable<RunSettings['pages']['checkout']>['driver']>

type Parts = { role: Role; counterpart: Counterpart | undefined; onPerson: OnPerson | undefined }

/**
 * Opens the drivers that the config names for hosted pages and for consent pages. `auto`: forms for pages that work with them, else the
 * browser if one is installed, else a person if one is available. Starts the browser before the first page only if the whole run will use
 * it, and does not disturb a person before there is a task.
 */
export const openPageDrivers = (settings: RunSettings, { role, counterpart, onPerson }: Parts): OpenDrivers => {
  const { pages, browser, packageFolders } = settings
  const chromium = createChromium(browser, packageFolders)
  const inBrowser = browserDriver(chromium)
  const person = openPerson(settings, counterpart, onPerson)
  const automatic = (): PageDriver => {
    if (missingForBrowser(browser, packageFolders) === undefined) return autoDriver([formsDriver, inBrowser])
    return settings.isPersonThere ? autoDriver([formsDriver, person.driver]) : formsDriver
  }
  const driverOf = (name: DriverName = 'auto'): PageDriver => {
    if (name === 'forms') return formsDriver
    if (name === 'browser') return sparingDriver(inBrowser)
    return name === 'person' ? person.driver : automatic()
  }
  // The browser starts while the preflight waits for the target.
  if (usesBrowser(settings, role)) chromium.start()
  return {
    drivers: { checkout: driverOf(pages.checkout?.driver), consent: driverOf(pages.consent?.driver) },
    close: async () => {
      await person.close()
      await chromium.close()
    },
  }
}

/** Whether the config names the browser for a role's pages, and all checks of the role are tried. */
const usesBrowser = (settings: RunSettings, role: Role): boolean => {
  const { pages, browser, packageFolders, only, preflightOnly } = settings
  const own = { gateway: pages.checkout, kyc: pages.consent, merchant: undefined }[role]
  const isNamed = own?.driver === 'browser' && only.length === 0 && !preflightOnly
  return isNamed && missingForBrowser(browser, packageFolders) === undefined
}
