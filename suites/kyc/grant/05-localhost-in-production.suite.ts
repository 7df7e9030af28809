/**
 * GRANT-05 · In production localhost is refused with INVALID_CALLBACK_URL (also in upper case and with a port). Only
 * where the operator says that the target runs in production (environment); elsewhere not applicable.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { expectEachRefused, requireProduction } from './refused-addresses.ts'

const { clause } = defineSuite({ id: 'grant-callback', roles: ['kyc'], operations: ['kyc.grant'] })

clause('GRANT-05', 'localhost in production', async context => {
  requireProduction(context)
  await expectEachRefused(context, {
    localhost: 'https://localhost/callback',
    'localhost in upper case': 'https://LOCALHOST/callback',
    'localhost with a port': 'https://localhost:8443/callback',
    'localhost in upper case with a port': 'https://LocalHost:8443/',
    'localhost without a path': 'https://localhost',
    'localhost before a query': 'https://localhost?session=1',
    'localhost before a fragment': 'https://localhost#part',
    'localhost behind user info': 'https://requester.example@localhost/callback',
  })
})
