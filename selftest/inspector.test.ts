import { expect, test } from 'vitest'
import { payment } from '../sandbox/inspector/fixture.test.support.ts'
import { chromiumPath, launchChromium } from './support/chromium.ts'
import { openInspector } from './support/inspector-page.ts'

test.skipIf(chromiumPath === undefined)(
  'the inspector shows requests that arrive while it is open, and filters them',
  { timeout: 120_000 },
  async () => {
    const browser = await launchChromium()
    try {
      const page = await browser.newPage()
      const { post } = await openInspector(page)
      const items = page.locator('.list > li')
      await page.locator('summary', { hasText: 'Payments and transfers' }).click()
      const { id } = await post('/payment/create', payment)
      const item = items.filter({ hasText: id })
      await item.waitFor()
      await page.getByRole('cell', { name: 'pending_settlement' }).waitFor()
      expect(await page.locator('img').count()).toBe(0)
      await page.getByRole('combobox', { name: 'Show' }).selectOption('refused')
      expect(await item.isVisible()).toBe(false)
      expect(await items.filter({ hasText: 'the path without its query' }).isVisible()).toBe(true)
      await page.getByRole('searchbox', { name: 'Filter' }).fill('nothing like this')
      await page.getByText('Nothing to show yet.').waitFor()
      await page.close()
    } finally {
      await browser.close()
    }
  },
)
