import { describe, expect, test } from 'vitest'
import { customerOf, userOf } from '../../harness/page-users.ts'
import type { ConsentHints, ConsentResult, PageDriver, PageHints } from '../../harness/pages.ts'
import { autoDriver } from '../auto-driver.ts'
import { driverInBrowser, inBrowser, missing, useBrowser } from '../browser/browser.test.fixture.ts'
import { formsDriver } from '../forms-driver.ts'
import { type Site, serveSite } from '../site.test.fixture.ts'
import { cancelled, completed, plainCheckouts, scriptedCheckouts } from './checkout-pages.test.fixture.ts'
import {
  arabicWords,
  callback,
  japaneseWords,
  loginInScript,
  loginOnServer,
  loginSteps,
  permissions,
  plainConsents,
  scriptedConsents,
} from './consent-pages.test.fixture.ts'

useBrowser()

type Hints = PageHints & ConsentHints

/** Serves a target's pages to a customer and a user with the forms driver. */
const byForms = async (site: Site, hints: Hints = {}, driver: PageDriver = formsDriver) => {
  const served = await serveSite(site)
  const run = {
    target: { apiUrl: served.base },
    counterpart: { baseUrl: 'http://shop.example/2001' },
    changesState: true,
    callbackUrl: callback,
    pages: { checkout: hints, consent: hints, secrets: {}, drivers: { checkout: driver, consent: driver } },
  }
  const sender = { send: served.send, hold: () => undefined }
  return { ...served, customer: customerOf(run, sender), user: userOf(run, sender) }
}

type Serve = (site: Site, hints?: Hints) => ReturnType<typeof byForms>

const drivers: [string, Serve, boolean][] = [
  ['forms', byForms, false],
  ['a browser', inBrowser, missing !== undefined],
]

const byFormsElseBrowser: Serve = (site, hints) => byForms(site, hints, autoDriver([formsDriver, driverInBrowser()]))

const openCheckout = async (serve: Serve, site: Site, hints: Hints = {}) => {
  const { customer, base, requests } = await serve(site, hints)
  return { requests, page: await customer.open(`${base}/checkout/s1`, { completed, cancelled }) }
}

const openConsent = async (serve: Serve, site: Site, hints: Hints = {}) => {
  const { user, base, requests } = await serve(site, hints)
  return { requests, page: await user.open(`${base}/kyc/grant/7001`, permissions) }
}

const decision = { granted: ['name', 'phone'], denied: ['email'] }

const grantsOf = ({ redirectedTo = '' }: ConsentResult): string | null | undefined =>
  URL.parse(redirectedTo)?.searchParams.get('grants')

describe.for(drivers)('with %s', { timeout: 30_000 }, ([, serve, isSkipped]) => {
  describe.skipIf(isSkipped)('pages without script', () => {
    test('pays by card beside an account with a PIN', async () => {
      const { page } = await openCheckout(serve, plainCheckouts.twoForms)
      expect(page.login).toBeUndefined()
      expect((await page.pay()).redirectedTo).toBe(completed)
    })

    test('a PIN beside a card is asked for, and typed', async () => {
      const unknown = await openCheckout(serve, plainCheckouts.pinBesideCard)
      expect(unknown.page.login).toBeUndefined()
      await expect(unknown.page.pay()).rejects.toThrow('"pay": ["text:PIN=env:VALUE", "button:Pay"]')
      const hints = { pay: ['text:PIN=2468', 'button:Pay'] }
      const known = await openCheckout(serve, plainCheckouts.pinBesideCard, hints)
      expect((await known.page.pay()).redirectedTo).toBe(completed)
    })

    test.for(['japanese', 'arabic'] as const)(
      'the form with the card pays, the other button cancels: %s',
      async name => {
        const { page } = await openCheckout(serve, plainCheckouts[name])
        expect((await page.pay()).redirectedTo).toBe(completed)
        const other = await openCheckout(serve, plainCheckouts[name])
        expect(other.page.controls).toMatchObject({ pay: true, cancel: true })
        expect((await other.page.cancel()).redirectedTo).toBe(cancelled)
      },
    )

    test('presses neither of two unknown buttons in one form, and writes the line for each', async () => {
      const { page, requests } = await openCheckout(serve, plainCheckouts.oneForm)
      await expect(page.pay()).rejects.toThrow('"pay": "button:戻る" or "pay": "button:支払う"')
      expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
      const named = await openCheckout(serve, plainCheckouts.oneForm, { pay: 'button:支払う' })
      expect((await named.page.pay()).redirectedTo).toBe(completed)
    })

    test('does not mistake a cancel button without known words for a failed payment', async () => {
      const { page } = await openCheckout(serve, plainCheckouts.misleading)
      await expect(page.pay()).rejects.toThrow('"pay": "button:キャンセル"')
    })

    test('a button that nothing can enable is named', async () => {
      const { page } = await openCheckout(serve, plainCheckouts.disabledForGood)
      expect(page.controls.pay).toBe(false)
      await expect(page.pay()).rejects.toThrow('the button “Pay now” is still disabled')
    })

    test.for(['japaneseBoxes', 'arabicBoxes', 'japaneseCodes'] as const)('decides by structure: %s', async name => {
      const { page } = await openConsent(serve, plainConsents[name])
      expect(page.separate(permissions)).toEqual(permissions)
      expect(grantsOf(await page.decide(decision))).toBe('name,phone')
    })

    test.for([
      ['japaneseRadios', japaneseWords],
      ['arabicRadios', arabicWords],
    ] as const)('asks for the lines of the config, and decides by them: %s', async ([name, [grant, deny, submit]]) => {
      const { user, base, requests } = await serve(plainConsents[name])
      const opened = user.open(`${base}/kyc/grant/7001`, permissions)
      await expect(opened).rejects.toThrow(`"grant": "radio:${grant}", "deny": "radio:${deny}"`)
      expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
      const hints = { grant: `radio:${grant}`, deny: `radio:${deny}`, submit: `button:${submit}` }
      const named = await openConsent(serve, plainConsents[name], hints)
      expect(grantsOf(await named.page.decide(decision))).toBe('name,phone')
    })

    test('does not mistake boxes that deny in unknown words for a wrong decision', async () => {
      const { page } = await openConsent(serve, plainConsents.japaneseDenials)
      await expect(page.decide(decision)).rejects.toThrow('"deny": "checkbox:氏名を共有しない"')
    })

    test('presses neither of two buttons with unknown words', async () => {
      const { page, requests } = await openConsent(serve, plainConsents.japanesePair)
      await expect(page.decide(decision)).rejects.toThrow('"submit": "button:送信する" or "submit": "button:全て拒否"')
      expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
    })

    test('logs in by steps, each on its own page', async () => {
      const site = loginOnServer(plainConsents.japaneseBoxes)
      const { page } = await openConsent(serve, site, { login: loginSteps })
      expect(grantsOf(await page.decide(decision))).toBe('name,phone')
      const shop = await openCheckout(serve, loginOnServer(plainCheckouts.twoForms), { login: loginSteps })
      expect((await shop.page.pay()).redirectedTo).toBe(completed)
    })
  })
})

describe.skipIf(missing !== undefined)('scripted pages, in a browser', { timeout: 30_000 }, () => {
  test('React: pays by card beside an account with a PIN', async () => {
    const { page } = await openCheckout(inBrowser, scriptedCheckouts.twoWays)
    expect(page.login).toBeUndefined()
    expect((await page.pay()).redirectedTo).toBe(completed)
    const other = await openCheckout(inBrowser, scriptedCheckouts.twoWays)
    expect((await other.page.cancel()).redirectedTo).toBe(cancelled)
  })

  test('React: a button in a portal is pressed once the card and the terms enable it', async () => {
    const { page } = await openCheckout(inBrowser, scriptedCheckouts.terms)
    expect(page.controls.pay).toBe(true)
    expect((await page.pay()).redirectedTo).toBe(completed)
  })

  test('React: a button that stays disabled is named, with the step that may enable it', async () => {
    const { page, requests } = await openCheckout(inBrowser, scriptedCheckouts.unmarkedTerms)
    await expect(page.pay()).rejects.toThrow(
      /the button “Pay now” is still disabled: it may be enabled by “checkbox:I accept the terms”; .*"pay": \["checkbox:I accept the terms", "button:Pay now"\]/,
    )
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
    const hints = { pay: ['checkbox:I accept the terms', 'button:Pay now'] }
    const named = await openCheckout(inBrowser, scriptedCheckouts.unmarkedTerms, hints)
    expect((await named.page.pay()).redirectedTo).toBe(completed)
  })

  test('a button of the server is pressed once a script enables it', async () => {
    const { page } = await openCheckout(inBrowser, scriptedCheckouts.enabledByScript)
    expect((await page.pay()).redirectedTo).toBe(completed)
  })

  test.for(['toggles', 'pressed', 'elements', 'lists'] as const)(
    'a button is pressed once every permission has its answer: %s',
    async name => {
      const { page } = await openConsent(inBrowser, scriptedConsents[name])
      expect(page.separate(permissions)).toEqual(permissions)
      expect(grantsOf(await page.decide(decision))).toBe('name,phone')
    },
  )

  test('reports that a decision needs the terms, and sends it with them', async () => {
    const { page } = await openConsent(inBrowser, scriptedConsents.terms)
    const line = '"submit": ["checkbox:I have read the terms", "button:Continue"]'
    await expect(page.decide(decision)).rejects.toThrow(line)
    const hints = { submit: ['checkbox:I have read the terms', 'button:Continue'] }
    const named = await openConsent(inBrowser, scriptedConsents.terms, hints)
    expect(grantsOf(await named.page.decide(decision))).toBe('name,phone')
  })

  test('logs in by steps that a script draws a moment after each response', async () => {
    const site = loginInScript(plainConsents.japaneseBoxes)
    const { page } = await openConsent(inBrowser, site, { login: loginSteps })
    expect(grantsOf(await page.decide(decision))).toBe('name,phone')
    const shop = await openCheckout(inBrowser, loginInScript(plainCheckouts.twoForms), { login: loginSteps })
    expect((await shop.page.pay()).redirectedTo).toBe(completed)
  })
})

test.skipIf(missing !== undefined)(
  'forms leave a button that a script enables to the browser, which presses it',
  async () => {
    const { page } = await openCheckout(byFormsElseBrowser, scriptedCheckouts.enabledByScript)
    expect((await page.pay()).redirectedTo).toBe(completed)
  },
)

test('forms press nothing beside a button that a script enables, and leave it to the browser', async () => {
  const { page, requests } = await openCheckout(byForms, scriptedCheckouts.enabledByScript)
  expect(page).toMatchObject({ controls: { pay: false }, scripted: expect.stringContaining('needs script') })
  await expect(page.pay()).rejects.toThrow(/needs script.*pages\.checkout\.driver/)
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
})

test('forms leave a scripted consent page to the browser', async () => {
  await expect(openConsent(byForms, scriptedConsents.elements)).rejects.toThrow(/needs script/)
})
