/** GRANT-02 · grants, user_ocid and callback_url are required: 400 JSON error for each one missing or empty. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { type GrantRequest, otherRequests, sendGrantControl } from '../../support/kyc/grant-request.ts'
import { withEach } from '../../support/kyc/with-each.ts'
import { expectRefused } from './refused-parameters.ts'

const { clause } = defineSuite({ id: 'grant', roles: ['kyc'], operations: ['kyc.grant'] })

/** The same, after a control. */
const expectJsonRefusal = async (context: CheckContext, changes: Partial<GrantRequest>, what: string) => {
  await sendGrantControl(context)
  await expectRefused(context, changes, what)
}

for (const name of ['grants', 'user_ocid', 'callback_url'] as const) {
  clause('GRANT-02', `no ${name}`, context => expectJsonRefusal(context, { [name]: undefined }, `no ${name}`))

  clause('GRANT-02', `empty ${name}`, context => expectJsonRefusal(context, { [name]: '' }, `an empty ${name}`))
}

for (const [way, request] of Object.entries(otherRequests))
  clause('GRANT-02', `parameters missing in a request ${way}`, async context => {
    await sendGrantControl(context, request)
    await withEach(context, ['grants', 'user_ocid', 'callback_url'], name =>
      expectRefused(context, { ...request, [name]: undefined }, `no ${name}, ${way},`),
    )
  })
