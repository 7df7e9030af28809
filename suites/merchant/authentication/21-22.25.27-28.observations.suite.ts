import { authenticationObservations, metadataReadWord } from '../../support/authentication-observations.ts'
import { foreignOcid } from '../../support/merchant/orders.ts'
import { payingProof } from '../../support/merchant/proofs.ts'

/** What a merchant chose where the document is silent on authentication. Heading: Authentication. */
export const merchantAuthenticationObservations = authenticationObservations('merchant-authentication-choices', {
  role: 'merchant',
  send: (context, sendOptions) => context.createOrder(context.orderRequestOf(), sendOptions),
  sendRefused: (context, sendOptions) =>
    context.createOrder(context.orderRequestOf({ ocid: foreignOcid(context) }), sendOptions),
  sendAsAnother: (context, sendOptions) => context.deliver(payingProof(context), sendOptions),
  operations: ['orders.create', 'transfer.webhook'],
})

merchantAuthenticationObservations.clause.observe('AUTH-27', 'key of an app', async context => {
  await context.createOrder(context.orderRequestOf()).asControl()
  context.observe({ 'key of an app': metadataReadWord(context, context.app.ocid) })
})
