/**
 * CHECKOUT-15 · The hosted page is at /checkout/{sessionId}: the path of redirect_url ends so, whatever the host and
 * the prefix.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { checkoutControl, redirectOf } from '../../support/gateway/hosted-page/checkout-session.ts'

const { clause } = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })

clause('CHECKOUT-15', 'path of the hosted page', async context => {
  const { pathname } = new URL(redirectOf(context, { json: await checkoutControl(context) }))
  expectThat(/\/checkout\/[^/]+$/.test(pathname), 'the hosted page has another path', {
    expected: '…/checkout/{sessionId}',
    actual: pathname,
  })
})
