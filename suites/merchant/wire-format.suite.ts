import { isDecimal } from '../../protocol/amount.ts'
import { isObject, type Json } from '../../protocol/json.ts'
import { defineSuite } from '../harness/clause.ts'
import { holds, notApplicable } from '../harness/outcome.ts'
import { member } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import { signedOrder } from './orders.ts'
import { retrievedOrder } from './retrieval.ts'

/** What a merchant writes beyond what every role does. Heading: Order item. */
export const merchantWireFormat = defineSuite({
  id: 'merchant-wire-format',
  roles: ['merchant'],
  operations: ['orders.create'],
})
const { clause } = merchantWireFormat

const forms: Record<string, { expected: string; fits: (value: Json | undefined) => boolean }> = {
  id: { expected: 'a string', fits: value => typeof value === 'string' },
  name: { expected: 'a string', fits: value => typeof value === 'string' },
  quantity: { expected: 'an integer', fits: Number.isInteger },
  price: { expected: 'a decimal string', fits: isDecimal },
}

const areItems = (order: unknown) => {
  const items = member(order, 'items')
  if (!Array.isArray(items) || items.length === 0) return notApplicable('The order has no items (ORDER-02).')
  for (const [at, item] of items.entries())
    for (const [name, { expected, fits }] of Object.entries(forms)) {
      const value = isObject(item) ? item[name] : undefined
      holds(fits(value), `items[${at}].${name} is not ${expected}`, { expected, actual: value ?? 'nothing' })
    }
}

const requestWithItems = (stage: Stage) => {
  const price = stage.money.amount(7)
  const item = (number: number) => ({ id: `item-${number}`, name: `Item ${number}`, quantity: number, price })
  return stage.orderRequestOf({ items: [item(1), item(2), item(12)], amount: stage.money.amount(105) })
}

clause('FMT-11', 'items of a signed order', async stage => {
  areItems((await signedOrder(stage, requestWithItems(stage))).order)
})

clause('FMT-11', 'items of an order at its address', async stage => {
  const order = await retrievedOrder(stage, await signedOrder(stage, requestWithItems(stage)))
  areItems(order ?? notApplicable('The order cannot be retrieved from urls.order (ORDER-08).'))
})
