/** FMT-11 · Items that the target writes have id and name (strings), quantity (integer), price (decimal string). */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { isDecimal } from '../../../protocol/amount.ts'
import { isObject, type Json, memberOf } from '../../../protocol/json/json.ts'
import { retrievedOrder } from '../../support/merchant/order-retrieval.ts'
import { requestOfItems, signedOrder } from '../../support/merchant/orders.ts'

const { clause } = defineSuite({ id: 'merchant-wire-format', roles: ['merchant'], operations: ['orders.create'] })

const members: Record<string, { expected: string; isValid: (value: Json | undefined) => boolean }> = {
  id: { expected: 'a string', isValid: value => typeof value === 'string' },
  name: { expected: 'a string', isValid: value => typeof value === 'string' },
  quantity: { expected: 'an integer', isValid: Number.isInteger },
  price: { expected: 'a decimal string', isValid: isDecimal },
}

const expectItems = (order: unknown) => {
  const items = memberOf(order, 'items')
  if (!Array.isArray(items) || items.length === 0) return notApplicable('The order has no items (ORDER-02).')
  for (const [at, item] of items.entries())
    for (const [name, { expected, isValid }] of Object.entries(members)) {
      const value = isObject(item) ? item[name] : undefined
      expectThat(isValid(value), `items[${at}].${name} is not ${expected}`, {
        expected,
        actual: value ?? 'nothing',
      })
    }
}

const requestWithItems = (context: CheckContext) => requestOfItems(context, [1, 2, 12])

clause('FMT-11', 'items of a signed order', async context => {
  expectItems((await signedOrder(context, requestWithItems(context))).order)
})

clause('FMT-11', 'items of an order at its address', async context => {
  const order = await retrievedOrder(context, await signedOrder(context, requestWithItems(context)))
  expectItems(order ?? notApplicable('The order cannot be retrieved from urls.order (ORDER-08).'))
})
