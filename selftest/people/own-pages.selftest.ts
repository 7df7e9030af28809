import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixture as gatewayFixture, openPage } from '../../reference/gateway/fixture.test.support.ts'
import { fixture as kycFixture, requestGrant } from '../../reference/kyc/fixture.test.support.ts'
import { der, reportOf } from '../../reports/ambiguities/reports.test.support.ts'
import { exchanges } from '../../reports/fixtures/exchanges.ts'
import { conformantReport, failingReport } from '../../reports/fixtures/report.ts'
import { renderHtml } from '../../reports/html/index.ts'
import { renderMatrixHtml } from '../../reports/html/matrix/index.ts'
import { renderOverview } from '../../reports/html/overview.ts'
import { matrixOf } from '../../reports/matrix/index.ts'
import type { Report } from '../../schemas/messages.ts'
import {
  accessibilityFaults,
  chromiumPath,
  launchChromium,
  openProfile,
  overflows,
  showAs,
  tabTo,
  unreachable,
  type View,
  views,
} from '../support/chromium.ts'
import { answerSite, serveInBrowser } from '../support/fixture-pages.ts'
import { openInspector } from '../support/inspector-page.ts'
import { openPersonPage } from '../support/person-page.ts'

const gatewayOrigin = 'https://gateway.example'
const kycOrigin = 'https://kyc.example'
const shop = 'https://shop.example'
const requester = 'https://requester.example'

/** A browser page with our own servers behind it. */
const openBrowserPage = async (browser: Browser, view: View) => {
  const context = await openProfile(browser, view)
  const gateway = gatewayFixture()
  const kyc = kycFixture()
  await serveInBrowser(context, { origin: gatewayOrigin, prefix: '/api', server: gateway.server })
  await serveInBrowser(context, { origin: kycOrigin, prefix: '/api', server: kyc.server })
  await answerSite(context, shop)
  await answerSite(context, requester)
  await context.route('https://cdn.requester.example/**', route => route.abort())
  return { page: await context.newPage(), gateway, kyc }
}

type Opened = Awaited<ReturnType<typeof openBrowserPage>>

/** Opens the hosted page of an order; returns its address. */
const openHosted = async ({ page, gateway }: Opened): Promise<string> => {
  const { path } = await openPage(gateway)
  const url = `${gatewayOrigin}/api${path}`
  await page.goto(url)
  return url
}

const openConsent = async ({ page, kyc }: Opened): Promise<string> => {
  const url = `${kycOrigin}/api${await requestGrant(kyc)}`
  await page.goto(url)
  return url
}

/** Chooses Allow or Deny for each permission, and sends the answer, by keyboard. */
const decideByKeyboard = async (page: Page) => {
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await tabTo(page, 'button', 'Send my answer')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${requester}/**`)
}

/** Returns a report with one clause of each level and verdict, which has everything that a long one has. */
const sampleOf = (report: Report): Report => {
  const kinds = new Map(report.clauses.map(clause => [`${clause.level} ${clause.verdict}`, clause]))
  return { ...report, clauses: [...kinds.values()] }
}

const failing = sampleOf(failingReport)
const conformant = sampleOf(conformantReport)

/** Each of our own pages, and how to open it. */
const pages: Readonly<Record<string, (opened: Opened) => Promise<unknown>>> = {
  'the page for a person': ({ page }) => openPersonPage(page),
  'the inspector': ({ page }) => openInspector(page),
  'the inspector with everything open': async ({ page }) => {
    await openInspector(page)
    await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`)
  },
  'the inspector with a refused request': async ({ page }) => {
    await page.goto((await openInspector(page)).refused)
  },
  'the hosted page': openHosted,
  'the page of a paid session': async opened => {
    const url = await openHosted(opened)
    await opened.page.getByRole('button', { name: /^Pay/ }).click()
    await opened.page.waitForURL(`${shop}/**`)
    await opened.page.goto(url)
  },
  'the page of an expired session': async opened => {
    const url = await openHosted(opened)
    await opened.gateway.time.advance(2_000_000)
    await opened.page.goto(url)
  },
  'the page of a session that does not exist': ({ page }) => page.goto(`${gatewayOrigin}/api/checkout/none`),
  'the consent page': openConsent,
  'the consent page with missing choices': async opened => {
    await openConsent(opened)
    await opened.page.evaluate(`document.querySelector('form').noValidate = true`)
    await opened.page.getByRole('button', { name: 'Send my answer' }).click()
    await opened.page.getByRole('alert').waitFor()
  },
  'the page of a decided request': async opened => {
    const url = await openConsent(opened)
    await decideByKeyboard(opened.page)
    await opened.page.goto(url)
  },
  'the report of a target that fails': ({ page }) => page.setContent(renderHtml(failing, exchanges)),
  'the same report with everything open': async ({ page }) => {
    await page.setContent(renderHtml(failing, exchanges))
    await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`)
  },
  'the report of a conformant target': ({ page }) => page.setContent(renderHtml(conformant, [])),
  'the reports of several targets': ({ page }) =>
    page.setContent(
      renderOverview([
        { title: 'Gateway', page: 'gateway/report.html', report: conformantReport },
        { title: 'Merchant', page: 'merchant/report.html', report: failingReport },
      ]),
    ),
  'the matrix of several targets': async ({ page }) => {
    const reports = [failing, reportOf('gateway', { profile: der }), reportOf('merchant'), reportOf('kyc')]
    await page.setContent(renderMatrixHtml(matrixOf(reports.map((report, at) => ({ file: `${at}.json`, report })))))
    await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`)
  },
}

describe.skipIf(chromiumPath === undefined)(
  'our own pages in Chromium (skipped without Chromium)',
  { concurrent: true },
  () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launchChromium()
    })
    afterAll(() => browser.close())

    const [desk = { width: 1280, colorScheme: 'light' } as const] = views
    const inBrowser = async (view: View, use: (opened: Opened) => Promise<unknown>) => {
      const opened = await openBrowserPage(browser, view)
      await use(opened).finally(() => opened.page.context().close())
    }

    test.each(Object.entries(pages))(
      '%s can be used by keyboard, and is accessible at any width and colour scheme',
      { timeout: 120_000 },
      async (_, open) => {
        await inBrowser(desk, async opened => {
          await open(opened)
          expect(await unreachable(opened.page)).toEqual([])
          for (const view of views) {
            await showAs(opened.page, view)
            expect(await accessibilityFaults(opened.page, view), JSON.stringify(view)).toEqual([])
            expect(await overflows(opened.page), JSON.stringify(view)).toEqual([])
          }
        })
      },
    )

    test('unreadable and unreachable elements are found', () =>
      inBrowser(desk, async ({ page }) => {
        await page.setContent(
          '<html><title>Faults</title><p style="color: #ccc; width: 2000px">pale<a href="/" style="outline: 0">on</a><button tabindex="-1">no',
        )
        expect((await accessibilityFaults(page, desk)).join()).toMatch(/color-contrast.*html-has-lang/)
        expect(await overflows(page)).toHaveLength(1)
        expect((await unreachable(page)).join()).toMatch(/no ring: <a.*not reached: <button/)
      }))

    test('elements that are unreadable at one width or colour scheme are found there', () =>
      inBrowser(desk, async ({ page }) => {
        await page.setContent(`<html lang="en"><title>Faults</title><style>
@media (max-width: 400px) { p { width: 500px } }
@media (prefers-color-scheme: dark) { p { color: #ccc } }</style><main><h1>Faults</h1><p>pale`)
        const found: string[] = []
        for (const view of views) {
          await showAs(page, view)
          if ((await overflows(page)).length > 0) found.push(`${view.width} ${view.colorScheme} wide`)
          if ((await accessibilityFaults(page, view)).length > 0) found.push(`${view.width} ${view.colorScheme} pale`)
        }
        expect(found).toEqual(['1280 dark pale', '360 light wide', '360 dark wide', '360 dark pale'])
      }))

    test('an order is paid by keyboard alone', () =>
      inBrowser(desk, async opened => {
        await openHosted(opened)
        await tabTo(opened.page, 'button', /^Pay/)
        await opened.page.keyboard.press('Enter')
        await opened.page.waitForURL(`${shop}/done**`)
      }))

    test('a payment is cancelled by keyboard alone', () =>
      inBrowser(desk, async opened => {
        await openHosted(opened)
        await tabTo(opened.page, 'button', 'Cancel')
        await opened.page.keyboard.press('Space')
        await opened.page.waitForURL(`${shop}/cancelled**`)
      }))

    test('a decision is made by keyboard alone', () =>
      inBrowser(desk, async opened => {
        await openConsent(opened)
        await decideByKeyboard(opened.page)
        expect(new URL(opened.page.url()).searchParams.get('status')).toBe('partial')
      }))

    test('a clause of the report is opened by keyboard alone', () =>
      inBrowser(desk, async ({ page }) => {
        await page.setContent(renderHtml(conformant, []))
        const clause = page.locator('.clause details').first()
        await clause.locator('summary').first().focus()
        await page.keyboard.press('Enter')
        expect(await clause.getAttribute('open')).toBe('')
      }))
  },
)
