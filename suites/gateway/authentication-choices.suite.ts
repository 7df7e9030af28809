import { authenticationChoices, readsMetadataOf } from '../authentication-choices.ts'
import { whereDeclared } from '../every.ts'

const suite = authenticationChoices('gateway-authentication-choices', {
  role: 'gateway',
  asks: (stage, sending) => stage.pay(stage.paymentOf(stage.merchant), sending),
  asksInVain: (stage, sending) => stage.pay(stage.paymentOf(stage.nobody), sending),
  another: (stage, sending) => stage.checkout(stage.merchant.signs(stage.merchant.order()), sending),
  operations: ['payment.create', 'orders.checkout'],
})

suite.clause.observe(
  'AUTH-27',
  'key of a partner and of an app',
  async stage =>
    stage.observe({
      'key of a partner': readsMetadataOf(stage, stage.partner.ocid),
      'key of an app': readsMetadataOf(stage, stage.app.ocid),
    }),
  { operations: [], last: true },
)

/** What a gateway chose where Authentication is silent. */
export const gatewayAuthenticationChoices = whereDeclared(suite)
