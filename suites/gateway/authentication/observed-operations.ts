import type { CheckContext } from '../../../harness/context.ts'
import type { Order } from '../../../schemas/messages.ts'
import type { ObservedOperations } from '../../support/authentication/authentication-observations.ts'

const orderOfMerchant = ({ merchant }: CheckContext, changes: Partial<Order> = {}) =>
  merchant.signs(merchant.order(changes))

/** The operations for observing the choices of a gateway's authentication layer. */
export const observedOperations: ObservedOperations = [
  {
    name: 'payment.create',
    send: (context, sendOptions) => context.pay(context.paymentOf(context.merchant), sendOptions),
    sendRefused: (context, sendOptions) => context.pay(context.paymentOf(context.nobody), sendOptions),
  },
  {
    name: 'orders.checkout',
    send: (context, sendOptions) => context.checkout(orderOfMerchant(context), sendOptions),
    sendRefused: (context, sendOptions) => {
      const expired = { createdAt: context.now() - 90_000, expiresAt: context.now() - 86_400 }
      return context.checkout(orderOfMerchant(context, expired), sendOptions)
    },
  },
  {
    name: 'transfer.create',
    send: (context, sendOptions) => context.transfer({ from: context.partner, to: context.merchant }, sendOptions),
    sendRefused: (context, sendOptions) => context.transfer({ from: context.partner, to: context.nobody }, sendOptions),
  },
]
