import { defineSuite } from '../../../harness/clause.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { expectSilentAmountsKept } from '../../support/wire-format/silent-amounts.ts'

/** An order has the amount of its request, however that is written. Heading: POST /orders/create. */
const { clause } = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })

clause('ORDER-02', 'amounts on which the document is silent', context =>
  expectSilentAmountsKept(context, 'orders.create', response =>
    memberOf(memberOf(response, 'order') ?? response, 'amount'),
  ),
)
