import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { foreignOcid, targetSet } from '../../members/target-set.ts'
import { signedOrder } from '../../support/merchant/orders.ts'

/** What a merchant adds to an order is not the caller's. Headings: Order, POST /orders/create. */
const { clause } = defineSuite({
  id: 'order-target-set',
  roles: ['merchant'],
  operations: ['orders.create'],
})

clause(
  'ORDER-03',
  'createdAt and accepts that the app sends',
  async context => {
    await signedOrder(context)
    const from = context.now()
    const more = targetSet(context, ['orders.create'])
    const body = { ...context.orderRequestOf(), ...more }
    const response = await context.call('orders.create', body, { as: context.app })
    if (!isSuccess(response))
      return notApplicable('The target refuses an order with members that only it sets, as it may.')
    const order = memberOf(response.json, 'order')
    const createdAt = memberOf(order, 'createdAt')
    // Its form is tested by FMT-01.
    expectThat(createdAt !== more.createdAt, 'order.createdAt is that of the request', {
      expected: `about ${from}`,
      actual: createdAt ?? 'no createdAt',
    })
    const accepts = memberOf(order, 'accepts')
    expectThat(!(Array.isArray(accepts) && accepts.includes(foreignOcid)), 'order.accepts is that of the request', {
      expected: 'OCIDs of gateways that the merchant accepts',
      actual: accepts ?? 'no accepts',
    })
  },
  { fromTable: true },
)
