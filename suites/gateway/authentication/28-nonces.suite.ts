/**
 * AUTH-28 · Code and status for a missing, empty, repeated or malformed header; whether a request that is refused for
 * its content uses up its nonce.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { observeNonces } from '../../support/authentication/authentication-observations.ts'
import { observedOperations } from './observed-operations.ts'

const { clause } = defineSuite({
  id: 'gateway-authentication-choices',
  roles: ['gateway'],
  operations: ['payment.create'],
})

observeNonces(clause, observedOperations)
