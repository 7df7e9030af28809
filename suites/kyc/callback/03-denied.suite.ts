/** CALLBACK-03 · None granted: status=denied, user_ocid, neither grants nor denied. */

import { defineSuite } from '../../../harness/clause.ts'
import { expectCallback } from '../../support/kyc/consent-flow.ts'
import { expectQuery } from '../../support/kyc/expected-query.ts'
import { withEach } from '../../support/kyc/with-each.ts'
import { whateverElse } from './combinations.ts'
import { permissionLists } from './permission-lists.ts'

const { clause } = defineSuite({ id: 'callback-combinations', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

clause.property('CALLBACK-03', 'denied, whatever else a request has', whateverElse('denied'))

const plain = defineSuite({ id: 'callback', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

plain.clause('CALLBACK-03', 'nothing granted', async context => {
  await withEach(context, permissionLists(context), async denied => {
    const plan = { request: { grants: denied.join(',') }, decision: { granted: [], denied } }
    expectQuery(await expectCallback(context, plan), { status: 'denied' })
  })
})
