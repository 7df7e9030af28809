import { authenticationChoices, readsMetadataOf } from '../../support/authentication-observations.ts'
import { foreignOcid } from '../../support/merchant/orders.ts'
import { payingProof } from '../../support/merchant/proofs.ts'

/** What a merchant chose where Authentication is silent. */
export const merchantAuthenticationChoices = authenticationChoices('merchant-authentication-choices', {
  role: 'merchant',
  asks: (context, sendOptions) => context.createOrder(context.orderRequestOf(), sendOptions),
  asksInVain: (context, sendOptions) =>
    context.createOrder(context.orderRequestOf({ ocid: foreignOcid(context) }), sendOptions),
  another: (context, sendOptions) => context.deliver(payingProof(context), sendOptions),
  operations: ['orders.create', 'transfer.webhook'],
})

merchantAuthenticationChoices.clause.observe('AUTH-27', 'key of an app', async context => {
  await context.createOrder(context.orderRequestOf()).asControl()
  context.observe({ 'key of an app': readsMetadataOf(context, context.app.ocid) })
})
