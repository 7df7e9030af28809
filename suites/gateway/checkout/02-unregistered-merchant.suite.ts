/**
 * CHECKOUT-02 · A caller that authenticates but is not a registered merchant (tried with an account holder): 401
 * MERCHANT_NOT_REGISTERED.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'

const { clause } = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })

clause(
  'CHECKOUT-02',
  { id: 'account-holder-that-is-no-merchant', title: 'account holder that is not a merchant' },
  async context => {
    const partner = context.asMerchant(context.partner)
    await checkoutControl(context)
    await context
      .checkout(partner.signs(partner.order()), { as: partner })
      .expectRefusal(401, 'MERCHANT_NOT_REGISTERED')
  },
)

clause(
  'CHECKOUT-02',
  { id: 'payment-app-that-is-no-merchant', title: 'payment app that is not a merchant' },
  async context => {
    const app = context.asMerchant(context.app)
    await checkoutControl(context)
    await context.checkout(app.signs(app.order()), { as: app }).expectRefusal(401, 'MERCHANT_NOT_REGISTERED')
  },
)
