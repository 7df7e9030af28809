/** ORDER-03 · It adds createdAt (now) and accepts (integers). */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectThat, fail, notApplicable } from '../../../harness/outcome.ts'
import { numberOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import type { OrderRequest } from '../../../schemas/messages.ts'
import { foreignOcid, targetSet } from '../../members/target-set.ts'
import { minimalRequest, signedOrder } from '../../support/merchant/orders.ts'
import { isRound, laterSeconds, untilLater } from '../../support/rounded-times.ts'

const { clause } = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })

const expectAdded = async (context: CheckContext, request: OrderRequest) => {
  const from = context.now()
  const { order } = await signedOrder(context, request)
  const { createdAt, accepts } = order
  expectThat(createdAt !== undefined, 'the order has no createdAt', { expected: 'order.createdAt', actual: order })
  // FMT-01 tests its form.
  const isNear = !isSeconds(createdAt) || context.run.clock.isNow(createdAt, from)
  expectThat(isNear, 'order.createdAt is not now', { expected: `about ${from}`, actual: createdAt })
  const isList = Array.isArray(accepts) && accepts.length > 0 && accepts.every(Number.isInteger)
  expectThat(isList, 'order.accepts is not a list of OCIDs', {
    expected: 'an array of at least one integer',
    actual: accepts ?? 'nothing',
  })
}

clause('ORDER-03', 'createdAt and accepts added', context => expectAdded(context, context.orderRequestOf()))

clause('ORDER-03', 'createdAt and accepts added to an order without optional members', context =>
  expectAdded(context, minimalRequest(context)),
)

/** Lifetimes of orders, in seconds. */
const lifetimes = [600, 7_200, 86_400]

clause('ORDER-03', 'createdAt of orders that expire at different times', async context => {
  await signedOrder(context)
  for (const seconds of lifetimes) {
    const from = context.now()
    const response = await context.createOrder(context.orderRequestOf({ expiresAt: from + seconds }))
    // A target may refuse a lifetime.
    if (!isSuccess(response)) continue
    const createdAt = memberOf(memberOf(response.json, 'order'), 'createdAt')
    expectThat(!isSeconds(createdAt) || context.run.clock.isNow(createdAt, from), 'order.createdAt is not now', {
      expected: `about ${from}, for an order that expires ${seconds} s later`,
      actual: createdAt,
    })
  }
})

clause('ORDER-03', 'createdAt of orders that are made seconds apart', async context => {
  const createdAt = async () => (await signedOrder(context)).order.createdAt
  const first = await createdAt()
  // A merchant that rounds may produce the same value seconds later; other forms fail FMT-01.
  if (!isSeconds(first) || isRound(first)) return
  await untilLater(context)
  const later = await createdAt()
  expectThat(later !== first, 'order.createdAt is not now: it is the same seconds later', {
    expected: `more than ${first}, ${laterSeconds} s later`,
    actual: later,
  })
})

/** How many seconds old the X-OC-Timestamp of requests is: few enough for a narrow window and slightly different clocks. */
const stampedBefore = [25, 10, 17] as const

clause('ORDER-03', 'createdAt of orders whose requests were stamped before', async context => {
  await signedOrder(context)
  for (const seconds of stampedBefore) {
    const timestamp = context.requestNow() - seconds
    const response = await context.createOrder(context.orderRequestOf(), { timestamp })
    if (!isSuccess(response))
      notApplicable(`The target refuses a request with an X-OC-Timestamp ${seconds} s ago, which is allowed (AUTH-22).`)
    // A clock that is off may match one of them by chance, but not all three.
    if (memberOf(memberOf(response.json, 'order'), 'createdAt') !== timestamp) return
  }
  fail('order.createdAt is copied from X-OC-Timestamp', {
    expected: 'the current Unix second',
    actual: `the X-OC-Timestamp of requests dated ${stampedBefore.join(', ')} s earlier`,
  })
})

/** Seconds have ten digits until 2286, milliseconds thirteen. */
const isSeconds = (value: unknown): value is number => Number.isInteger(value) && numberOf(value) < 1e11

const set = defineSuite({ id: 'order-target-set', roles: ['merchant'], operations: ['orders.create'] })

set.clause(
  'ORDER-03',
  'createdAt and accepts that the app sends',
  async context => {
    await signedOrder(context)
    const from = context.now()
    const more = targetSet(context, ['orders.create'])
    const body = { ...context.orderRequestOf(), ...more }
    const response = await context.call('orders.create', body, { as: context.app })
    if (!isSuccess(response))
      return notApplicable('The target refuses an order with members that only the target sets, which is allowed.')
    const order = memberOf(response.json, 'order')
    const createdAt = memberOf(order, 'createdAt')
    // FMT-01 tests its form.
    expectThat(createdAt !== more.createdAt, 'order.createdAt is copied from the request', {
      expected: `about ${from}`,
      actual: createdAt ?? 'no createdAt',
    })
    const accepts = memberOf(order, 'accepts')
    expectThat(!(Array.isArray(accepts) && accepts.includes(foreignOcid)), 'order.accepts is copied from the request', {
      expected: 'OCIDs of gateways that the merchant accepts',
      actual: accepts ?? 'no accepts',
    })
  },
  { fromTable: true },
)
