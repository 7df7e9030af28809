import { describe, expect, test } from 'vitest'
import type { Submission } from '../../../harness/submission.ts'
import { inBrowser, missing, shop, useBrowser } from '../browser.test.fixture.ts'
import { pageElsewhere } from './elsewhere.ts'

useBrowser()

const page =
  '<!doctype html><title>Pay</title><form method=post action=/pay><input type=hidden name=token value=t><button>Pay now</button></form>'

/** Serves a page with a cookie, and sends its form from another site. Returns the request that the target received. */
const forge = async (cookie: string, changes: Partial<Submission> = {}) => {
  const { customer, base, requests, end } = await inBrowser(({ method }) =>
    method === 'GET' ? { html: page, headers: { 'set-cookie': `seen=1; Path=/; ${cookie}` } } : { to: `${shop}/done` },
  )
  const hosted = await customer.open(`${base}/checkout/1`, { completed: `${shop}/done` })
  const landing = await hosted.pay(submission => ({ ...submission, ...changes, forged: true }))
  await end()
  return { landing, sent: requests.filter(({ method }) => method === 'POST') }
}

describe.skipIf(missing !== undefined)(`a form of another site${missing ? ` (${missing})` : ''}`, () => {
  test.each([
    ['SameSite=Strict', undefined],
    ['SameSite=Lax', undefined],
    ['SameSite=None; Secure', 'seen=1'],
    // Browsers default to Lax, but not during the first two minutes.
    ['HttpOnly', 'seen=1'],
  ])('is sent once, with the cookies that the browser allows: %s', async (cookie, goesAlong) => {
    const { landing, sent } = await forge(cookie)
    expect(landing.redirectedTo).toBe(`${shop}/done`)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.headers).toMatchObject({ origin: 'http://elsewhere.example', 'sec-fetch-site': 'cross-site' })
    expect(sent[0]?.headers.cookie).toBe(goesAlong)
  })

  test('has the fields that it is given, with any content', async () => {
    const fields = [
      ['name', '"><script>alert(1)</script>&amp;'],
      ['submit', 'a b'],
    ] as const
    const { sent } = await forge('SameSite=Lax', { fields })
    expect([...new URLSearchParams(sent[0]?.body)]).toEqual(fields)
  })

  test('sends JSON as plain text, the only way that a form can', async () => {
    const { sent } = await forge('SameSite=Lax', { enctype: 'application/json', fields: [['way', 'a "card"']] })
    expect(sent[0]?.headers['content-type']).toBe('text/plain')
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ way: 'a "card"' })
  })
})

test('the page of the other site has the scheme of the target, so that only the site differs', () => {
  const submission = { method: 'POST', url: 'https://pay.example/1?a=1&b', fields: [], enctype: 'text/plain' }
  const { url, html } = pageElsewhere(submission as unknown as Submission)
  expect(url).toBe('https://elsewhere.example/')
  expect(html).toContain('action="https://pay.example/1?a=1&amp;b"')
})
