/** CHECKOUT-12 · A merchant cannot check out another merchant's order: order.ocid is the caller. */

import { defineSuite } from '../../../harness/clause.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'
import { expectOthersRefused } from './similar-orders.ts'

const { clause } = defineSuite({ id: 'checkout-members', roles: ['gateway'], operations: ['orders.checkout'] })

clause(
  'CHECKOUT-12',
  { id: 'merchant-that-is-nearly-the-caller', title: 'merchant similar to the caller' },
  context => expectOthersRefused(context, 'order.ocid', ocid => ({ ocid }), context.merchant.ocid),
  { fromTable: true },
)

const checkout = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })

checkout.clause('CHECKOUT-12', "another merchant's order, signed by the caller", async context => {
  const { merchant, merchant2, checkout } = context
  await checkoutControl(context)
  await checkout(merchant.signs(merchant2.order())).expectClientError()
})

checkout.clause('CHECKOUT-12', "another merchant's order, signed by it", async context => {
  const { merchant2, checkout } = context
  await checkoutControl(context)
  await checkout(merchant2.signs(merchant2.order())).expectClientError()
})
