import { describe, expect, test } from 'vitest'
import { cancelled, completed, openPage } from './page.test.fixture.ts'

describe('a customer of several pages', () => {
  test('proceeds to a later page, and cancels there', async () => {
    const first =
      '<form method=post action=/checkout/s1/option><input type=radio name=o value=1 checked>Card<button>Continue</button></form>'
    const second =
      '<form method=post action=/checkout/s1/end><button>Pay</button><button name=c value=1>Cancel</button></form>'
    const { page } = await openPage(({ url, body }) => {
      if (url.endsWith('/end')) return { to: body === 'c=1' ? cancelled : completed }
      return { html: url.endsWith('/option') ? second : first }
    })
    const later = await page.onward?.()
    expect(later?.text).toBe('Pay Cancel')
    expect((await later?.cancel())?.redirectedTo).toBe(cancelled)
    expect((await later?.pay())?.redirectedTo).toBe(completed)
    expect(await later?.onward?.()).toBeUndefined()
  })

  test('fails by tabs, each with its own form', async () => {
    const tabs = '<a href="?by=card">Test card</a><a href="?by=bank">Bank</a><a href="?by=bad">Declined card</a>'
    const { page } = await openPage(({ method, url, body }) => {
      if (method === 'POST') return { to: body.includes('bad') ? cancelled : completed }
      const by = /by=(\w+)/.exec(url)?.[1] ?? 'card'
      const name = { card: 'test card', bank: 'bank', bad: 'declined card' }[by]
      return {
        html: `${tabs}<form method=post><input type=hidden name=by value=${by}><button>Pay with ${name}</button></form>`,
      }
    })
    expect((await page.fail()).redirectedTo).toBe(cancelled)
    expect((await page.pay()).redirectedTo).toBe(completed)
  })

  test('says that a page has its controls in a frame', async () => {
    const frame = '<iframe src="/pay"></iframe><form method=post><button>Cancel</button></form>'
    const { page } = await openPage(() => ({ html: frame }))
    expect(page.obstacle).toMatch(/has a part in a frame/)
    await expect(page.pay()).rejects.toThrow('pages.checkout.driver')
    const other = '<iframe src="/chat"></iframe><form method=post><button>Pay</button></form>'
    expect((await openPage(() => ({ html: other }))).page.obstacle).toBeUndefined()
  })
})
