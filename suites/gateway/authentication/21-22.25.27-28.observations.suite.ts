import type { Actor } from '../../../harness/run-context.ts'
import { authenticationChoices, readsMetadataOf } from '../../support/authentication-observations.ts'
import { observeAnswers } from '../../support/observations.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = authenticationChoices('gateway-authentication-choices', {
  role: 'gateway',
  asks: (context, sendOptions) => context.pay(context.paymentOf(context.merchant), sendOptions),
  asksInVain: (context, sendOptions) => context.pay(context.paymentOf(context.nobody), sendOptions),
  another: (context, sendOptions) => context.checkout(context.merchant.signs(context.merchant.order()), sendOptions),
  operations: ['payment.create', 'orders.checkout'],
})

suite.clause.observe('AUTH-27', 'key of an app, and of a caller that is in the registry only', async context => {
  const payment = (as: Actor) => context.pay(context.paymentOf(context.merchant), { as })
  await payment(context.app).asControl()
  context.observe({ 'key of an app': readsMetadataOf(context, context.app.ocid) })
  await observeAnswers(context, { 'OCID in the registry only': payment(context.stranger) })
})

suite.clause.observe(
  'AUTH-27',
  'key of a partner',
  async context => context.observe({ 'key of a partner': readsMetadataOf(context, context.partner.ocid) }),
  { operations: [], last: true },
)

/** What a gateway chose where Authentication is silent. */
export const gatewayAuthenticationChoices = whereDeclared(suite)
