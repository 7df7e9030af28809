import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isRefusedWith4xx, summary } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { isDecimal } from '../../../protocol/amount.ts'
import { entryOf } from '../../../protocol/json/any-json.ts'
import { isObject, type Json, type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { edit } from '../../support/edit.ts'
import { retrievedOrder } from '../../support/merchant/order-retrieval.ts'
import { requestOfItems, signedOrder } from '../../support/merchant/orders.ts'

/** The items of an order. Heading: Order item. */
const { clause } = defineSuite({
  id: 'merchant-wire-format',
  roles: ['merchant'],
  operations: ['orders.create'],
})

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

/** Values of another type for the members of an item. */
const mistyped: Readonly<Record<string, Json>> = { id: 17, name: { text: 'x' }, quantity: '1', price: 7 }

/** Returns a request whose item at an index has a member of another type. */
const requestWithFault = (context: CheckContext, at: number, name: string): JsonObject =>
  edit(requestWithItems(context) as JsonObject, `items.${at}.${name}`, entryOf(mistyped, name))

clause('FMT-09', 'later items with a member of another type', async context => {
  const { items = [] } = requestWithItems(context)
  const last = items.length - 1
  if (last < 1) notApplicable('The catalogue of the target has one item.')
  await signedOrder(context, requestWithItems(context))
  for (const name of Object.keys(mistyped)) {
    const isLooked = isRefusedWith4xx(await context.createOrder(requestWithFault(context, 0, name)))
    // What is not refused in the first item either is found by the check of every optional member.
    if (!isLooked) continue
    const response = await context.createOrder(requestWithFault(context, last, name))
    expectThat(
      isRefusedWith4xx(response),
      `an item whose ${name} has another type is refused if it is the first one, and not behind others`,
      {
        expected: 'a 4xx, as for the first item',
        actual: summary(response),
        at: response,
      },
    )
  }
})
