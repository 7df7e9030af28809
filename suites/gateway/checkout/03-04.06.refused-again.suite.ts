import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import type { CheckoutRequest } from '../../../schemas/messages.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'

/** An order that was refused is refused again. Heading: POST /orders/checkout. */
const { clause } = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })

/** Sends an order that has to be refused, and then the same one in a request of its own. */
const expectRefusedAgain = async (context: CheckContext, request: CheckoutRequest, code: string): Promise<void> => {
  await checkoutControl(context)
  await context.checkout(request).expectRefusal(400, code)
  const again = await context.checkout(request)
  expectThat(!isSuccess(again), 'an order that was refused is accepted when it is sent again', {
    expected: `400 ${code}, as at first`,
    actual: summary(again),
    at: again,
  })
}

clause('CHECKOUT-03', 'order signed with another key, sent again', context => {
  const { merchant } = context
  const request = merchant.signs(merchant.order(), { key: generatePrivateKey() })
  return expectRefusedAgain(context, request, 'INVALID_SIGNATURE')
})

clause('CHECKOUT-04', 'expired order, sent again', context => {
  const { merchant, now } = context
  const order = merchant.order({ createdAt: now() - 90_000, expiresAt: now() - 86_400 })
  return expectRefusedAgain(context, merchant.signs(order), 'ORDER_EXPIRED')
})

clause('CHECKOUT-06', 'order that accepts another gateway only, sent again', context => {
  const { merchant, ocid } = context
  const order = merchant.order({ accepts: [ocid + 1] })
  return expectRefusedAgain(context, merchant.signs(order), 'SETTLEMENT_NOT_SUPPORTED')
})
