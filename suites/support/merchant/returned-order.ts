import { expectThat, isSameJson } from '../../../harness/outcome.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { isObject, type Json, memberOf } from '../../../protocol/json/json.ts'
import type { OrderRequest } from '../../../schemas/messages.ts'
import type { ReceivedOrder } from './orders.ts'

/**
 * Returns whether a value is the requested one: amounts and prices by value, objects with every requested member. An empty text may
 * be left out.
 */
const isReturned = (requested: Json, returned: Json | undefined, name: string): boolean => {
  if (name === 'amount' || name === 'price') return isSameAmount(textOf(requested), textOf(returned))
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
  return isSameJson(requested, returned) || (requested === '' && returned === undefined)
}

/** Fails the clause unless an order has every member of its request. Heading: POST /orders/create. */
export const expectReturned = (order: ReceivedOrder['order'], request: OrderRequest): void => {
  for (const [name, requested] of Object.entries(request)) {
    const returned = memberOf(order, name)
    expectThat(isReturned(requested as Json, returned, name), `order.${name} is not the requested value`, {
      expected: requested,
      actual: returned ?? 'nothing',
    })
  }
}
