import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { isObject } from '../../../protocol/json/json.ts'
import { unlessQuick } from '../../members/samples.ts'
import { alikeTexts, anyLikenesses, type Likeness, likenesses } from '../../members/values/alike-texts.ts'
import { expectOrderAt } from '../../support/merchant/order-retrieval.ts'
import { addressesOf, type ReceivedOrder, signedOrder, unpaidOrder } from '../../support/merchant/orders.ts'

/** Orders whose ids are alike have addresses of their own. Heading: Order URLs. */
const { clause } = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })

clause.property<Likeness[]>('ORDER-08', 'orders whose ids are alike at their addresses', async control => {
  await unpaidOrder(control)
  const alone = await signedOrder(control)
  for (const address of addressesOf(alone)) await expectOrderAt(control, address, alone.order)
  return {
    arbitrary: () => anyLikenesses,
    examples: unlessQuick(control, [[...likenesses]]),
    runs: 2,
    test: async (context, chosen) => {
      const created: ReceivedOrder[] = []
      for (const id of alikeTexts(context.fresh('order'), chosen)) {
        const response = await context.createOrder(context.orderRequestOf({ id }))
        // A merchant may refuse an id for what it is (ORDER-01 tells whether for what another one is).
        if (isSuccess(response) && isObject(response.json) && isObject(response.json.order))
          created.push(response.json as unknown as ReceivedOrder)
      }
      for (const signed of created)
        for (const address of addressesOf(signed)) await expectOrderAt(context, address, signed.order)
    },
  }
})
