import type { CheckContext } from '../../../harness/context.ts'
import {
  authenticationObservations,
  metadataReadWord,
} from '../../support/authentication/authentication-observations.ts'
import { foreignOcid, ownAmount } from '../../support/merchant/orders.ts'
import { payingProof } from '../../support/merchant/proofs.ts'

const proofOfNoOrder = (context: CheckContext) =>
  context.gateway.signs(context.gateway.proof(context.orderRequestOf(ownAmount(context))))

/** What a merchant chose where the document is silent on authentication. Heading: Authentication. */
const { clause } = authenticationObservations('merchant-authentication-choices', 'merchant', [
  {
    name: 'orders.create',
    send: (context, sendOptions) => context.createOrder(context.orderRequestOf(), sendOptions),
    sendRefused: (context, sendOptions) =>
      context.createOrder(context.orderRequestOf({ ocid: foreignOcid(context) }), sendOptions),
  },
  {
    name: 'transfer.webhook',
    send: (context, sendOptions) => context.deliver(payingProof(context), sendOptions),
    sendRefused: (context, sendOptions) => context.deliver(proofOfNoOrder(context), sendOptions),
  },
])

clause.observe('AUTH-27', 'key of an app', async context => {
  await context.createOrder(context.orderRequestOf()).asControl()
  context.observe({ 'key of an app': metadataReadWord(context, context.app.ocid) })
})
