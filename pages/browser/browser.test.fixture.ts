import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Leads } from '../../harness/http/leads.ts'
import { customerOf, userOf } from '../../harness/page-users.ts'
import type { ConsentHints, Held, PageHints, PageSight } from '../../harness/pages.ts'
import { type Site, serveSite } from '../site.test.fixture.ts'
import { browserDriver } from './driver.ts'
import { type Chromium, createChromium } from './process/chromium.ts'
import { missingForBrowser } from './process/installed.ts'

/** Why browser tests are skipped; `undefined` if they run. BROWSER_TESTS=required skips none. */
export const missing = process.env.BROWSER_TESTS === 'required' ? undefined : missingForBrowser()

let chromium = createChromium()
const held: Held[] = []

const release = async (): Promise<void> => {
  await Promise.all(held.splice(0).map(each => each.close()))
}

/** Gives the tests of a file their own browser, closed after them. Call it once per file. */
export const useBrowser = (): void => {
  beforeAll(() => {
    chromium = createChromium()
  })
  // A failed test must not keep its seat.
  afterEach(release)
  afterAll(() => chromium.close())
}

/** Returns the driver of that browser. */
export const driverInBrowser = () => browserDriver(chromium)

export const shop = 'http://shop.example/2001'
export const callback = 'https://requester.example/callback'

/** Serves a target's pages to a customer and a user with a browser. `hints`: further origins and the like. */
export const inBrowser = async (
  site: Site,
  hints: PageHints & ConsentHints = {},
  { browser = chromium, leadsOf }: { browser?: Chromium; leadsOf?: (base: string) => Leads } = {},
) => {
  const served = await serveSite(site, leadsOf)
  const driver = browserDriver(browser)
  const run = {
    target: { apiUrl: served.base },
    counterpart: { baseUrl: shop },
    changesState: true,
    callbackUrl: callback,
    pages: { checkout: hints, consent: hints, secrets: {}, drivers: { checkout: driver, consent: driver } },
  }
  const { signal } = new AbortController()
  const sender = { send: served.send, signal, hold: (each: Held) => void held.push(each) }
  return {
    ...served,
    customer: customerOf(run, sender),
    user: userOf(run, sender),
    /** Captures the last open page, and closes everything. */
    end: async (): Promise<PageSight | undefined> => {
      const sight = await held.at(-1)?.look()
      await release()
      return sight
    },
  }
}
