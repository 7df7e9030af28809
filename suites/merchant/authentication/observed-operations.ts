import type { CheckContext } from '../../../harness/context.ts'
import type { ObservedOperations } from '../../support/authentication/authentication-observations.ts'
import { foreignOcid, ownAmount } from '../../support/merchant/orders.ts'
import { payingProof } from '../../support/merchant/proofs.ts'

const proofOfNoOrder = (context: CheckContext) =>
  context.gateway.signs(context.gateway.proof(context.orderRequestOf(ownAmount(context))))

/** The operations for observing the choices of a merchant's authentication layer. */
export const observedOperations: ObservedOperations = [
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
]
