/**
 * FMT-09 · Optional members of the wrong type are refused with a 4xx (expiresAt, createdAt, accepts, reference, memo,
 * items and their members, urls, order.urls, from.reference, to.reference).
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isRefusedWith4xx, summary } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { entryOf } from '../../../protocol/json/any-json.ts'
import type { Json, JsonObject } from '../../../protocol/json/json.ts'
import { edit } from '../../support/edit.ts'
import { requestOfItems, signedOrder } from '../../support/merchant/orders.ts'

const { clause } = defineSuite({ id: 'merchant-wire-format', roles: ['merchant'], operations: ['orders.create'] })

const requestWithItems = (context: CheckContext) => requestOfItems(context, [1, 2, 12])

/** Values of another type for the members of an item. */
const mistyped: Readonly<Record<string, Json>> = { id: 17, name: { text: 'x' }, quantity: '1', price: 7 }

/** Returns a request whose item at an index has a member of another type. */
const requestWithFault = (context: CheckContext, at: number, name: string): JsonObject =>
  edit(requestWithItems(context) as JsonObject, `items.${at}.${name}`, entryOf(mistyped, name))

clause('FMT-09', 'later items with a member of another type', async context => {
  const { items = [] } = requestWithItems(context)
  const last = items.length - 1
  if (last < 1) notApplicable('The catalogue of the target has only one item.')
  await signedOrder(context, requestWithItems(context))
  for (const name of Object.keys(mistyped)) {
    const isLooked = isRefusedWith4xx(await context.createOrder(requestWithFault(context, 0, name)))
    // If a value is not refused in the first item either, the check of every optional member finds that.
    if (!isLooked) continue
    const response = await context.createOrder(requestWithFault(context, last, name))
    expectThat(
      isRefusedWith4xx(response),
      `an item whose ${name} has another type is refused in first place, but not after others`,
      {
        expected: 'a 4xx, as for the first item',
        actual: summary(response),
        at: response,
      },
    )
  }
})
