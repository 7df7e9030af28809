import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { expectThat, isSameJson } from '../../../harness/outcome.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { isObject, type Json } from '../../../protocol/json.ts'
import type { OrderRequest } from '../../../schemas/messages.ts'
import { requestOfItems, signedOrder } from '../../support/merchant/orders.ts'

/** The returned order has the requested members. Heading: POST /orders/create. */
export const orderMembers = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })
const { clause } = orderMembers

/** Tells whether a value is the requested one: amounts and prices by value, objects with every requested member. */
const isReturned = (requested: Json, returned: Json | undefined, name: string): boolean => {
  if (name === 'amount' || name === 'price') return isSameAmount(String(requested), String(returned))
  if (Array.isArray(requested))
    return (
      Array.isArray(returned) &&
      returned.length === requested.length &&
      requested.every((item, index) => isReturned(item, returned[index], ''))
    )
  if (isObject(requested))
    return (
      isObject(returned) && Object.entries(requested).every(([key, value]) => isReturned(value, returned[key], key))
    )
  return isSameJson(requested, returned)
}

const expectReturned = async (context: CheckContext, request: OrderRequest) => {
  const { order } = await signedOrder(context, request)
  for (const [name, requested] of Object.entries(request)) {
    const returned = member(order, name)
    expectThat(isReturned(requested as Json, returned, name), `order.${name} is not the requested value`, {
      expected: requested,
      actual: returned ?? 'nothing',
    })
  }
}

clause('ORDER-02', 'every member returned', context => expectReturned(context, context.orderRequestOf()))

clause('ORDER-02', 'several items returned', context => expectReturned(context, requestOfItems(context, [2, 1, 3])))

clause('ORDER-02', 'text with blanks at its ends returned', context =>
  expectReturned(context, context.orderRequestOf({ memo: '  two blanks,  and two  ', reference: ' a reference ' })),
)

/** Some of these are not whole cents after binary floating point arithmetic. */
const unitsReturned = [1, 29, 199, 435, 500]

clause('ORDER-02', 'amounts small and large returned', async context => {
  for (const units of unitsReturned) {
    const amount = context.money.amount(units)
    await expectReturned(context, context.orderRequestOf({ amount }))
  }
})
