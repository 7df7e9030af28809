import { expect, test } from 'vitest'
import { navigationLimits } from '../../harness/http/limits.ts'
import { responseWith } from '../../harness/http/response.test.fixture.ts'
import { createBrowser } from './form-browser.ts'

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
