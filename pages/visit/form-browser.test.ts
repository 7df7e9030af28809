import { expect, test } from 'vitest'
import { navigationLimits } from '../../harness/http/limits.ts'
import { responseWith } from '../../harness/http/response.test.fixture.ts'
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

test('as many redirects as the limit allows are followed, and one more blocks the check', async () => {
  const { visit, responses } = await redirected(most).open('http://pay.example/page')
  expect([visit?.url, responses.length]).toEqual([`http://pay.example/page/${most}`, most + 1])
  await expect(redirected(most + 1).open('http://pay.example/page')).rejects.toMatchObject({
    name: 'Blocked',
    message: expect.stringContaining(beyond),
  })
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
