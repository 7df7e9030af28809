/** CHECKOUT-09 · order is required, and without a signature nothing is accepted: refused with a 4xx. */

import { defineSuite } from '../../../harness/clause.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'

const { clause } = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })

const changes = {
  'no order': { order: undefined },
  'order null': { order: null },
  'no signature': { signature: undefined },
  'signature null': { signature: null },
}

for (const [title, change] of Object.entries(changes))
  clause('CHECKOUT-09', title, async context => {
    await checkoutControl(context)
    const body = context.merchant.signs(context.merchant.order())
    await context.checkout({ ...body, ...change }).expectClientError()
    await checkoutControl(context)
  })
