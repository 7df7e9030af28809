import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { fail } from '../../../harness/outcome.ts'
import { unlessQuick } from '../../members/samples.ts'
import { alikeTexts, anyLikenesses, type Likeness, likenesses } from '../../members/values/alike-texts.ts'
import { unpaidOrder } from '../../support/merchant/orders.ts'
import { isUnrelated } from '../../support/probe.ts'

/** Order ids that are alike are different ids. Headings: Order, POST /orders/create. */
const { clause } = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })

const create = (context: CheckContext, id: string) => context.createOrder({ ...context.orderRequestOf(), id })

const expectApart = async (context: CheckContext, chosen: Likeness[]): Promise<void> => {
  for (const [at, id] of alikeTexts(context.fresh('order'), chosen).entries()) {
    const response = await create(context, id)
    if (isSuccess(response) || isUnrelated(response)) continue
    // A merchant may refuse an id for what it is: then it refuses one like it without the other orders, too.
    const alone = alikeTexts(context.fresh('order'), chosen)[at] ?? ''
    if (!isSuccess(await create(context, alone))) continue
    // What refuses a request for a moment refuses it once.
    if (isSuccess(await create(context, id))) continue
    fail('an order is refused because the id of another order is like its own', {
      expected: `${id}: accepted, as it is without the other order`,
      actual: summary(response),
      at: response,
    })
  }
}

clause.property<Likeness[]>('ORDER-01', 'orders whose ids are alike', async control => {
  await unpaidOrder(control)
  return {
    arbitrary: () => anyLikenesses,
    examples: unlessQuick(control, [[...likenesses]]),
    runs: 2,
    test: expectApart,
  }
})
