/** GRANT-06 · A refused request never redirects to the callback address. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat } from '../../../harness/outcome.ts'
import {
  type GrantRequest,
  grantRequest,
  isRedirectToCallback,
  redirectTarget,
  sendGrantControl,
  sendGrantRequest,
} from '../../support/kyc/grant-request.ts'
import { withEach } from '../../support/kyc/with-each.ts'

const { clause } = defineSuite({ id: 'grant', roles: ['kyc'], operations: ['kyc.grant'] })

/** Returns faults of a request, some of them in the callback address to which the refusal must not redirect. */
const faults = (context: CheckContext): [what: string, changes: Partial<GrantRequest>][] => [
  ['no grants', { grants: undefined }],
  ['empty grants', { grants: '' }],
  ['no user_ocid', { user_ocid: undefined }],
  ['a user_ocid that is not an integer', { user_ocid: `${context.user.ocid}abc` }],
  ['a path OCID that is not an integer', { ocid: `${context.requester.ocid}abc` }],
  ['an unknown permission', { grants: 'shoe_size' }],
  ['an unknown user', { user_ocid: String(context.run.absent.user) }],
  ['a callback address over http', { callback_url: 'http://requester.example/callback' }],
  ['a callback address of another scheme', { callback_url: 'ftp://requester.example/callback' }],
  ['a script as callback address', { callback_url: 'javascript:alert(1)' }],
  ['a callback address without a scheme', { callback_url: '//requester.example/callback' }],
]

clause('GRANT-06', 'no redirect of a refusal', async context => {
  await sendGrantControl(context)
  await withEach(context, faults(context), async ([what, changes]) => {
    const { callback_url = '' } = grantRequest(context, changes)
    const response = await sendGrantRequest(context, changes)
    const isRedirect = isRedirectToCallback(response, callback_url)
    expectThat(!isRedirect, `a request with ${what} leads to the callback address`, {
      expected: 'a refusal without a redirect',
      actual: `${response.status} to ${redirectTarget(response)}`,
    })
  })
})
