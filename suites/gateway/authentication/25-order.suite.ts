/** AUTH-25 · Order of the layer's own checks when several fail; whether the nonce is scoped per caller. */

import { defineSuite } from '../../../harness/clause.ts'
import { observeFaults } from '../../support/authentication/authentication-observations.ts'
import { observedOperations } from './observed-operations.ts'

const { clause } = defineSuite({
  id: 'gateway-authentication-choices',
  roles: ['gateway'],
  operations: ['payment.create'],
})

observeFaults(clause, observedOperations)
