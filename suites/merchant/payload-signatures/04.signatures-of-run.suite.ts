import { defineSuite } from '../../../harness/clause.ts'
import { expectDocumentsSigned } from '../../support/payload-signatures/signatures-of-run.ts'

/** All signatures that a merchant made while the other checks ran. Heading: Authentication, payload signatures. */
const { clause } = defineSuite({
  id: 'merchant-signatures-of-run',
  roles: ['merchant'],
  operations: ['orders.create'],
})

clause('SIG-04', 'orders', context => expectDocumentsSigned(context, 'order', 'order'), {
  last: true,
})
