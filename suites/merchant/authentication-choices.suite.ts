import { authenticationChoices, readsMetadataOf } from '../authentication-choices.ts'
import { foreignOcid } from './orders.ts'
import { payingProof } from './proofs.ts'

/** What a merchant chose where Authentication is silent. */
export const merchantAuthenticationChoices = authenticationChoices('merchant-authentication-choices', {
  role: 'merchant',
  asks: (stage, sending) => stage.createOrder(stage.orderRequestOf(), sending),
  asksInVain: (stage, sending) => stage.createOrder(stage.orderRequestOf({ ocid: foreignOcid(stage) }), sending),
  another: (stage, sending) => stage.deliver(payingProof(stage), sending),
  operations: ['orders.create', 'transfer.webhook'],
})

merchantAuthenticationChoices.clause.observe('AUTH-27', 'key of an app', async stage => {
  await stage.createOrder(stage.orderRequestOf()).asControl()
  stage.observe({ 'key of an app': readsMetadataOf(stage, stage.app.ocid) })
})
