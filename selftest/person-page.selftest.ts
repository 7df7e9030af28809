import { expect, test } from 'vitest'
import { chromiumPath, launchChromium } from './support/chromium.ts'
import { openPersonPage } from './support/person-page.ts'

test.skipIf(chromiumPath === undefined)(
  'the page of the person outlives an answer that does not come, and says when the run has ended',
  { timeout: 120_000 },
  async () => {
    const browser = await launchChromium()
    try {
      const page = await browser.newPage()
      await openPersonPage(page)
      const tasks = page.locator('#tasks > li')
      await page.route('**/state', route => route.abort('internetdisconnected'), { times: 2 })
      for (let failures = 0; failures < 2; failures += 1) await page.waitForEvent('requestfailed')
      await page.waitForResponse('**/state')
      expect(await tasks.count()).toBe(2)
      await page.route('**/state', route => route.abort('connectionrefused'))
      await page.getByText('The run has ended').waitFor()
      expect(await tasks.count()).toBe(0)
      await page.close()
    } finally {
      await browser.close()
    }
  },
)
