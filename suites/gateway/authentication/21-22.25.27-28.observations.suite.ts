import type { Actor } from '../../../harness/run-context.ts'
import { authenticationObservations, metadataReadWord } from '../../support/authentication-observations.ts'
import { observeAnswers } from '../../support/observations.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = authenticationObservations('gateway-authentication-choices', {
  role: 'gateway',
  send: (context, sendOptions) => context.pay(context.paymentOf(context.merchant), sendOptions),
  sendRefused: (context, sendOptions) => context.pay(context.paymentOf(context.nobody), sendOptions),
  sendAsAnother: (context, sendOptions) =>
    context.checkout(context.merchant.signs(context.merchant.order()), sendOptions),
  operations: ['payment.create', 'orders.checkout'],
})

suite.clause.observe('AUTH-27', 'key of an app, and of a caller that is in the registry only', async context => {
  const payment = (as: Actor) => context.pay(context.paymentOf(context.merchant), { as })
  await payment(context.app).asControl()
  context.observe({ 'key of an app': metadataReadWord(context, context.app.ocid) })
  await observeAnswers(context, { 'OCID in the registry only': payment(context.stranger) })
})

suite.clause.observe(
  'AUTH-27',
  'key of a partner',
  async context => context.observe({ 'key of a partner': metadataReadWord(context, context.partner.ocid) }),
  { operations: [], last: true },
)

/** What a gateway chose where the document is silent on authentication. Heading: Authentication. */
export const gatewayAuthenticationObservations = whereDeclared(suite)
