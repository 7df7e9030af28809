import { defineSuite } from '../../../harness/clause.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { whereDeclared } from '../../support/parametrize.ts'
import { expectSilentAmountsKept } from '../../support/wire-format/silent-amounts.ts'

const suite = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })
const { clause } = suite

clause('ORDER-02', 'amounts on which the document is silent', context =>
  expectSilentAmountsKept(context, 'orders.create', response =>
    memberOf(memberOf(response, 'order') ?? response, 'amount'),
  ),
)

/** An order has the amount of its request, however that is written. Heading: POST /orders/create. */
export const keptOrderAmounts = whereDeclared(suite)
