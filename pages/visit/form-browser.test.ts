import { expect, test } from 'vitest'
import { navigationLimits } from '../../harness/http/limits.ts'
import { responseWith } from '../../harness/http/response.test.fixture.ts'
import { urlencoded } from '../document/submission.ts'
import { parse } from '../reading/parse.ts'
import { createBrowser, isRefreshing, waitObstacle } from './form-browser.ts'

const { most, beyond } = navigationLimits.redirects

/** A browser at pages that redirect `times` times. */
const redirected = (times: number) => {
  let sent = 0
  return createBrowser({
    isBeyond: () => false,
    send: async ({ origin, path }) => {
      sent++
      const isRedirect = sent <= times
      return responseWith({
        status: isRedirect ? 302 : 200,
        headers: isRedirect ? [['location', `/page/${sent}`]] : [['content-type', 'text/html']],
        url: origin + path,
      })
    },
  })
}

test('redirects are followed up to the limit, and one more blocks the check', async () => {
  const { visit, responses } = await redirected(most).open('http://pay.example/page')
  expect([visit?.url, responses.length]).toEqual([`http://pay.example/page/${most}`, most + 1])
  await expect(redirected(most + 1).open('http://pay.example/page')).rejects.toMatchObject({
    name: 'Blocked',
    message: expect.stringContaining(beyond),
  })
})

test('a form with characters beyond ASCII is not sent from a page that is not in UTF-8', async () => {
  const bytes = Buffer.from('<form method=post><button>Pay</button></form>', 'latin1')
  const send = async ({ origin, path }: { origin: string; path: string }) =>
    responseWith({ headers: [['content-type', 'text/html; charset=iso-8859-1']], bytes, url: origin + path })
  const browser = createBrowser({ isBeyond: () => false, send })
  const { visit } = await browser.open('http://pay.example/page')
  if (visit === undefined) throw new Error('the page does not open')
  const sendCity = (city: string) =>
    browser.submit({ method: 'POST', url: visit.url, fields: [['city', city]], enctype: urlencoded }, visit)
  expect((await sendCity('Bern')).responses).toHaveLength(1)
  await expect(sendCity('Zürich')).rejects.toThrow('is not in UTF-8')
})

test('a page without a form is awaited for a minute, and one with a form is used', () => {
  const visitOf = (seconds: number, html: string) => ({
    ...parse({ text: `<meta http-equiv=refresh content="${seconds};url=/next">${html}` }),
    url: 'http://pay.example/page',
    response: responseWith({ status: 200 }),
    isCut: false,
  })
  const form = '<form><button>Pay</button></form>'
  expect([3, 10, 60, 61].map(seconds => isRefreshing(visitOf(seconds, '')))).toEqual([true, true, true, false])
  expect([3, 10].map(seconds => isRefreshing(visitOf(seconds, form)))).toEqual([true, false])
  expect(waitObstacle(visitOf(61, ''))).toContain('leads on in 61 s')
  expect(waitObstacle(visitOf(61, form))).toBeUndefined()
})
