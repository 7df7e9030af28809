import { expect, test } from 'vitest'
import { inBrowser, missing, useBrowser } from '../browser.test.fixture.ts'

useBrowser()

const form = '<!doctype html><title>Pay</title><form method=post action=/pay><button>Pay now</button></form>'

test.skipIf(missing !== undefined).each([
  [
    'writes itself anew without end',
    'const text = document.documentElement.outerHTML; setInterval(() => { document.open(); document.write(text); document.close() }, 5)',
    'the page has crashed, or was closed',
  ],
  [
    'has grown beyond what is read',
    'for (let at = 0; at < 70000; at++) document.body.append(document.createElement("p"))',
    'nodes, and 60000 are read at most',
  ],
])('a page that %s is named as the cause, and blocked', async (_what, script, reason) => {
  const { customer, base, end } = await inBrowser(() => ({ html: `${form}<script>${script}</script>` }))
  const paid = customer.open(`${base}/checkout/1`, {}).then(page => page.pay())
  await expect(paid).rejects.toThrow(reason)
  await end()
})
