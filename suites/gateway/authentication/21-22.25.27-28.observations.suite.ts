import type { CheckContext } from '../../../harness/context.ts'
import type { Actor } from '../../../harness/run-context.ts'
import type { Order } from '../../../schemas/messages.ts'
import {
  authenticationObservations,
  metadataReadWord,
} from '../../support/authentication/authentication-observations.ts'
import { observeAnswers } from '../../support/observations.ts'

const orderOfMerchant = ({ merchant }: CheckContext, changes: Partial<Order> = {}) =>
  merchant.signs(merchant.order(changes))

/** What a gateway chose where the document is silent on authentication. Heading: Authentication. */
const { clause } = authenticationObservations('gateway-authentication-choices', 'gateway', [
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
])

clause.observe('AUTH-27', 'key of an app, and of a caller that is in the registry only', async context => {
  const payment = (as: Actor) => context.pay(context.paymentOf(context.merchant), { as })
  await payment(context.app).asControl()
  context.observe({ 'key of an app': metadataReadWord(context, context.app.ocid) })
  await observeAnswers(context, { 'OCID in the registry only': payment(context.stranger) })
})

clause.observe(
  'AUTH-27',
  'key of a partner',
  async context => context.observe({ 'key of a partner': metadataReadWord(context, context.partner.ocid) }),
  { operations: [], last: true },
)
