/** AUTH-21 · Which bytes make up the canonical request. */

import { defineSuite } from '../../../harness/clause.ts'
import { observeRequestForm } from '../../support/authentication/authentication-observations.ts'
import { observedOperations } from './observed-operations.ts'

const { clause } = defineSuite({
  id: 'gateway-authentication-choices',
  roles: ['gateway'],
  operations: ['payment.create'],
})

observeRequestForm(clause, observedOperations)
