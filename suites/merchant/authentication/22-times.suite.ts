/**
 * AUTH-22 · Allowed clock difference (measured, both directions), and for how long nonces are remembered (a lower
 * bound: what the depth has time for; never more than past plus future window).
 */

import { defineSuite } from '../../../harness/clause.ts'
import { observeTimes } from '../../support/authentication/authentication-observations.ts'
import { observedOperations } from './observed-operations.ts'

const { clause } = defineSuite({
  id: 'merchant-authentication-choices',
  roles: ['merchant'],
  operations: ['orders.create'],
})

observeTimes(clause, observedOperations)
