/** CALLBACK-02 · Some denied: status=partial, grants the granted, denied the denied, user_ocid. */

import { defineSuite } from '../../../harness/clause.ts'
import { decisionGranting, expectCallback } from '../../support/kyc/consent-flow.ts'
import { expectQuery } from '../../support/kyc/expected-query.ts'
import { permissions } from '../../support/kyc/grant-request.ts'
import { withEach } from '../../support/kyc/with-each.ts'
import { whateverElse } from './combinations.ts'
import { permissionLists } from './permission-lists.ts'

const { clause } = defineSuite({ id: 'callback-combinations', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

clause.property('CALLBACK-02', 'partial, whatever else a request has', whateverElse('partial'))

const plain = defineSuite({ id: 'callback', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

plain.clause('CALLBACK-02', 'some granted, some denied', async context => {
  const partial = permissionLists(context).filter(granted => granted.length < permissions.length)
  await withEach(context, partial, async grants => {
    const decision = decisionGranting(permissions, grants)
    const result = await expectCallback(context, { request: { grants: permissions.join(',') }, decision })
    expectQuery(result, { status: 'partial', grants: decision.granted, denied: decision.denied })
  })
})
