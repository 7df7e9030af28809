/**
 * GRANT-10 · Outside production: http on localhost (HTTPS is asked for, the production condition may or may not cover
 * it), https on localhost.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { observeGrantRequests } from '../../support/kyc/observe-requests.ts'

const { clause } = defineSuite({ id: 'grant-choices', roles: ['kyc'], operations: ['kyc.grant'] })

clause.observe('GRANT-10', 'localhost outside production', async context => {
  if (context.run.target.environment === 'production')
    notApplicable('The target runs in production according to its operator, where GRANT-05 applies.')
  await observeGrantRequests(context, {
    'http on localhost': { callback_url: 'http://localhost:8443/callback' },
    'http on 127.0.0.1': { callback_url: 'http://127.0.0.1:8443/callback' },
    'https on localhost': { callback_url: 'https://localhost:8443/callback' },
    'https on 127.0.0.1': { callback_url: 'https://127.0.0.1:8443/callback' },
  })
})
