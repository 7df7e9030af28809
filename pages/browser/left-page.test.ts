import { describe, expect, test } from 'vitest'
import { inBrowser, missing, shop, useBrowser } from './browser.test.fixture.ts'

useBrowser()

const urls = { completed: `${shop}/completed`, cancelled: `${shop}/cancelled` }

/** A page whose script completes the form when a button is pressed, and which has no controls once it is paid. */
const app = `<!doctype html><title>Pay</title><form method=post action=/api><input type=hidden name=action value=pay>
  <button type=button id=pay>Pay now</button> <button type=button id=leave>Cancel</button></form><script>
  const form = document.forms[0]
  pay.onclick = () => form.submit()
  leave.onclick = () => { form.elements.action.value = 'cancel'; form.submit() }</script>`

/** Serves the app until it is paid, if it is `once`. */
const serving = async (once = false) => {
  let isPaid = false
  return inBrowser(({ method, body }) => {
    if (method === 'GET') return { html: once && isPaid ? '<title>Paid</title><script></script>' : app }
    isPaid ||= body === 'action=pay'
    return { to: body === 'action=pay' ? urls.completed : urls.cancelled }
  })
}

describe.skipIf(missing !== undefined)('a scripted page that was left', () => {
  test('is opened again and pressed there, since its markup lacks what the script does', async () => {
    const { customer, base, end } = await serving()
    const page = await customer.open(`${base}/checkout/1`, urls)
    expect((await page.pay()).redirectedTo).toBe(urls.completed)
    expect((await page.cancel()).redirectedTo).toBe(urls.cancelled)
    await end()
  })

  test('and has expired, is not pressed', async () => {
    const { customer, base, requests, end } = await serving(true)
    const page = await customer.open(`${base}/checkout/1`, urls)
    await page.pay()
    expect((await page.cancel()).page?.name).toContain('Paid')
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
    await end()
  })

  test('is opened again after the check waited for others, which closes its browser', async () => {
    const { customer, base, end } = await serving()
    const page = await customer.open(`${base}/checkout/1`, urls)
    await end()
    expect((await page.cancel()).redirectedTo).toBe(urls.cancelled)
    expect((await customer.open(`${base}/checkout/1`, urls)).controls.pay).toBe(true)
    await end()
  })
})
