/** GRANT-01 · A valid request is answered 302 to the consent page. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { header } from '../../../harness/http/response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { newUser } from '../../support/kyc/consent-flow.ts'
import {
  type GrantRequest,
  grantRequest,
  isAdmitted,
  isRedirectToCallback,
  otherRequests,
  permissionsIn,
  redirectTarget,
  sendGrantControl,
  sendGrantRequest,
  urlOf,
} from '../../support/kyc/grant-request.ts'
import { withEach } from '../../support/kyc/with-each.ts'

const { clause } = defineSuite({ id: 'grant', roles: ['kyc'], operations: ['kyc.grant'] })

const expectRedirectToPage = async (
  context: CheckContext,
  changes: Partial<GrantRequest> = {},
  urlWith = urlOf,
): Promise<void> => {
  const request = grantRequest(context, changes)
  const url = urlWith(context, request)
  const { visits, responses, obstacle } = await newUser(context).visit(url, permissionsIn(request))
  const [first] = responses
  const target = first && redirectTarget(first)
  const isRedirect = first?.status === 302 && header(first, 'location') !== undefined && target !== undefined
  expectThat(isRedirect, 'the response to a valid request is not a redirect', {
    expected: '302 to the consent page',
    actual: first ? summary(first) : 'no answer',
  })
  const isUndecided = !isRedirectToCallback(first, request.callback_url ?? '')
  expectThat(isUndecided, 'the user is redirected to the callback before any decision', {
    expected: 'the consent page',
    actual: target,
  })
  const [page] = visits
  if (page === undefined && obstacle !== undefined) blocked(obstacle)
  expectThat(page?.response.status === 200, 'the redirect does not lead to a page', {
    expected: 'a page, 200',
    actual: page ? summary(page.response) : `a redirect to ${responses.map(redirectTarget).at(-1)?.slice(0, 200)}`,
  })
}

clause('GRANT-01', 'redirect to the consent page', context => expectRedirectToPage(context), { firstLook: true })

for (const [way, changes] of Object.entries(otherRequests))
  clause('GRANT-01', `redirect of a request ${way}`, async context => {
    await sendGrantControl(context)
    await expectRedirectToPage(context, changes)
  })

/** State lengths that make an address too long for some programs. */
const longStates = [1_000, 2_100, 4_200, 7_000]

clause('GRANT-01', 'redirect of a request with a long state', async context => {
  await sendGrantControl(context)
  await withEach(context, longStates, async length => {
    const response = await sendGrantRequest(context, { state: `${context.fresh('state')}-${'x'.repeat(length)}` })
    // The document sets no maximum: a target may refuse an address that is too long for it.
    if (!isAdmitted(response)) return
    expectThat(response.status === 302, `the response to a request with a state of ${length} characters is not 302`, {
      expected: '302 to the consent page, or a refusal',
      actual: summary(response),
    })
  })
})

const reversed = (url: string): string => {
  const [head = '', query = ''] = url.split(/\?(.*)/s)
  return `${head}?${query.split('&').reverse().join('&')}`
}

clause('GRANT-01', 'redirect of a request with its members in the reverse order', async context => {
  await sendGrantControl(context)
  await expectRedirectToPage(context, {}, (on, request) => reversed(urlOf(on, request)))
})

/** Other ways to write the same query (RFC 3986, section 2): a comma may be escaped, a colon and a slash need not be. */
const otherWritings: Readonly<Record<string, (url: string) => string>> = {
  'whose commas are escaped': url => url.replaceAll(',', '%2C'),
  'whose callback address is not escaped': url => url.replaceAll('%3A', ':').replaceAll('%2F', '/'),
}

for (const [way, write] of Object.entries(otherWritings))
  clause('GRANT-01', `redirect of a request ${way}`, async context => {
    await sendGrantControl(context)
    await expectRedirectToPage(context, {}, (on, request) => write(urlOf(on, request)))
  })
