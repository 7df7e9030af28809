/**
 * CALLBACK-07 · The consent page's submission goes to POST /kyc/grant/{ocid}/submit with user_ocid, callback_url and
 * state of the request, and is answered with the redirect to the callback (how a page without script carries the two
 * lists and what else it sends is open: CALLBACK-09).
 */

import { defineSuite } from '../../../harness/clause.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { decide, decideAsControl, programUser, requireDecided } from '../../support/kyc/consent-flow.ts'
import { isRedirectToCallback } from '../../support/kyc/grant-request.ts'

const { clause } = defineSuite({ id: 'callback', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

clause('CALLBACK-07', 'submission and its redirect', async context => {
  const result = await decide(context, { user: programUser(context) })
  requireDecided(result)
  const { landing, opened } = result
  const { ocid, callback_url = '' } = opened.request
  const submission = landing.steps.at(-1)
  const url = URL.parse(submission?.url ?? '')
  const isThere = url?.pathname.endsWith(`/kyc/grant/${ocid}/submit`) === true
  expectThat(submission?.method === 'POST' && isThere, 'the page sends the decision to another address', {
    expected: `POST /kyc/grant/${ocid}/submit`,
    actual: submission ? `${submission.method} ${url?.pathname}` : 'no submission',
  })
  // A request does not carry the fragment of its address.
  const [address] = submission.url.split('#')
  const response = landing.responses.find(
    candidate => candidate.url.split('#')[0] === address && isRedirectToCallback(candidate, callback_url),
  )
  const isRedirect = response !== undefined && response.status >= 300 && response.status < 400
  expectThat(isRedirect, 'the response to the submission is not the redirect to the callback', {
    expected: 'a redirect to the callback',
    actual: landing.responses.map(summary).join(', then '),
  })
})

clause('CALLBACK-07', 'documented fields of the submission', async context => {
  const { landing, opened } = await decideAsControl(context, { user: programUser(context) })
  const { user_ocid, callback_url, state } = opened.request
  const sent = landing.steps.flatMap(({ method, fields }) => (method === 'POST' ? fields : []))
  for (const [name, value] of Object.entries({ user_ocid, callback_url, state }))
    expectThat(
      sent.some(field => field[0] === name && field[1] === value),
      `the page posts no field ${name} of the request`,
      { expected: `${name}=${value}`, actual: sent.map(([field]) => field).join(', ') || 'no field' },
    )
})
