import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { CheckoutRequest } from '../../../schemas/messages.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'

/** Sends an order that must be refused, and then the same one in a new request. */
export const expectRefusedAgain = async (
  context: CheckContext,
  request: CheckoutRequest,
  code: string,
): Promise<void> => {
  await checkoutControl(context)
  await context.checkout(request).expectRefusal(400, code)
  const again = await context.checkout(request)
  expectThat(!isSuccess(again), 'a refused order is accepted when it is sent again', {
    expected: `400 ${code}, as before`,
    actual: summary(again),
    at: again,
  })
}
