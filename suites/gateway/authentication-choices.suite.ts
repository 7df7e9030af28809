import { authenticationChoices, readsMetadataOf } from '../authentication-choices.ts'
import { whereDeclared } from '../every.ts'
import type { Actor } from '../harness/session.ts'
import { observeAnswers } from '../observed.ts'

const suite = authenticationChoices('gateway-authentication-choices', {
  role: 'gateway',
  asks: (stage, sending) => stage.pay(stage.paymentOf(stage.merchant), sending),
  asksInVain: (stage, sending) => stage.pay(stage.paymentOf(stage.nobody), sending),
  another: (stage, sending) => stage.checkout(stage.merchant.signs(stage.merchant.order()), sending),
  operations: ['payment.create', 'orders.checkout'],
})

suite.clause.observe('AUTH-27', 'key of an app, and of a caller that is in the registry only', async stage => {
  const payment = (as: Actor) => stage.pay(stage.paymentOf(stage.merchant), { as })
  await payment(stage.app).asControl()
  stage.observe({ 'key of an app': readsMetadataOf(stage, stage.app.ocid) })
  await observeAnswers(stage, { 'OCID in the registry only': payment(stage.stranger) })
})

suite.clause.observe(
  'AUTH-27',
  'key of a partner',
  async stage => stage.observe({ 'key of a partner': readsMetadataOf(stage, stage.partner.ocid) }),
  { operations: [], last: true },
)

/** What a gateway chose where Authentication is silent. */
export const gatewayAuthenticationChoices = whereDeclared(suite)
