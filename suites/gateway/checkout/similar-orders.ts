import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { Order } from '../../../schemas/messages.ts'
import { unlessQuick } from '../../members/samples.ts'
import { otherOcids } from '../../members/values/similar-numbers.ts'
import { anySimilarities, type Similarity, similarities } from '../../members/values/similar-texts.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'

/** Checks out an order of the merchant with changes. */
export const checkoutOf = ({ checkout, merchant }: CheckContext, changes: Partial<Order>): PromiseLike<HttpResponse> =>
  checkout(merchant.signs(merchant.order(changes)))

/** Checks out an order for each id, after a control. */
export const checkoutEach = async (context: CheckContext, ids: readonly string[]) => {
  const taken: { id: string; response: HttpResponse }[] = []
  for (const id of ids) taken.push({ id, response: await checkoutOf(context, { id }) })
  return taken
}

/** Returns the property that a test passes for similar texts. */
export const overSimilarities =
  (test: (context: CheckContext, chosen: Similarity[]) => Promise<void>) => async (control: CheckContext) => {
    await checkoutControl(control)
    return {
      arbitrary: () => anySimilarities,
      examples: unlessQuick(control, [[...similarities]]),
      runs: 2,
      test,
    }
  }

/** Fails the clause if the gateway accepts an order with a number similar to an OCID. */
export const expectOthersRefused = async (
  context: CheckContext,
  what: string,
  orderWith: (ocid: number) => Partial<Order>,
  ocid: number,
) => {
  await checkoutControl(context)
  for (const other of Object.values(otherOcids(ocid))) {
    const response = await checkoutOf(context, orderWith(other))
    expectThat(!isSuccess(response), `${what} is mistaken for another OCID`, {
      expected: `a refusal of ${other}, which is not ${ocid}`,
      actual: summary(response),
    })
  }
}
