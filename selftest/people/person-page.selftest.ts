import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, launchChromium } from '../support/chromium.ts'
import { openPersonPage } from '../support/person-page.ts'

const patience = { timeout: 120_000 }

/** Aborts all further requests, as if the run had ended. */
const endRun = (page: Page, ...paths: string[]) =>
  Promise.all(paths.map(path => page.route(`**/${path}`, route => route.abort('connectionrefused'))))

const tellEnd = async (page: Page, address: string) => {
  await page.getByLabel('Address at which it ended').last().fill(address)
  await page.getByRole('button', { name: 'Continue' }).last().click()
}

describe.skipIf(chromiumPath === undefined)('the page for a person (skipped without a browser)', () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  const open = async () => {
    page = await browser.newPage()
    await openPersonPage(page)
    return page.locator('#tasks > li')
  }

  test('survives a missing response, and says when the run has ended', patience, async () => {
    const tasks = await open()
    await page.route('**/state', route => route.abort('internetdisconnected'), { times: 2 })
    for (let failures = 0; failures < 2; failures += 1) await page.waitForEvent('requestfailed')
    await page.waitForResponse('**/state')
    expect(await tasks.count()).toBe(2)
    await endRun(page, 'state')
    await page.getByText('The run has ended').waitFor()
    expect(await tasks.count()).toBe(0)
    await page.close()
  })

  test('rejects an address that does not end the task, keeps it, and accepts one that does', patience, async () => {
    const tasks = await open()
    await tellEnd(page, 'https://requester.example/call')
    await page.getByText('That is not where it must end').waitFor()
    const address = page.getByLabel('Address at which it ended').last()
    expect(await address.inputValue()).toBe('https://requester.example/call')
    expect(await tasks.count()).toBe(2)
    await tellEnd(page, 'https://requester.example/callback')
    await page.getByText('1 thing to do, 1 done').waitFor()
    expect(await tasks.count()).toBe(1)
    await page.close()
  })

  test('continues when the person cannot do a task', patience, async () => {
    await open()
    await page.getByRole('button', { name: 'I cannot' }).first().click()
    await page.getByText('1 thing to do, 1 done').waitFor()
    await page.close()
  })

  test('says that the run has ended if it ends with the last answer', patience, async () => {
    await open()
    const { href } = new URL(page.url())
    await endRun(page, 'ended', 'state')
    await tellEnd(page, 'https://requester.example/callback')
    await page.getByText('The run has ended').waitFor()
    expect(page.url()).toBe(href)
    await page.close()
  })
})
