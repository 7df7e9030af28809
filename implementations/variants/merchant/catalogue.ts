import { isSameAmount } from '../../../protocol/amount.ts'
import { Refusal } from '../../../protocol/errors.ts'
import { minorUnits } from '../../../reference/every-role/wire-format/values.ts'
import type { MerchantPolicies, OrderCreation } from '../../../reference/merchant/contract.ts'
import { orderRules } from '../../../reference/merchant/order/rules.ts'
import type { Rule } from '../../../reference/service/rules.ts'
import type { OrderItem } from '../../../schemas/messages.ts'
import type { Variant } from '../variant.ts'

const catalogue: OrderItem[] = [
  { id: 'tea', name: 'Assam, 100 g', quantity: 2, price: '7.95' },
  { id: 'cup', name: 'Cup', quantity: 1, price: '12.10' },
]

/** Refuses items that the shop does not sell, that have another price, or whose sum is not the amount. */
const itemsAreSold: Rule<OrderCreation> = ({ request: { items, amount, currency } }) => {
  if (items === undefined || items.length === 0) return undefined
  const isSold = items.every(({ id, name, price }) =>
    catalogue.some(item => item.id === id && item.name === name && isSameAmount(item.price, price)),
  )
  const sum = items.reduce(
    (total, { price, quantity }) => total + minorUnits({ amount: price, currency }) * BigInt(quantity),
    0n,
  )
  return isSold && sum === minorUnits({ amount, currency })
    ? undefined
    : new Refusal('ITEMS_NOT_SOLD', 422, 'The shop does not sell these items for this amount.')
}

/** Merchants that sell from a catalogue ("POST /orders/create"). */
export const catalogueVariants: readonly Variant<MerchantPolicies>[] = [
  {
    name: 'only items of the catalogue are sold, at its prices',
    story: 'The operator wrote two of them into the config.',
    policies: { orderRules: [...orderRules, itemsAreSold] },
    settings: { currency: 'USD', items: catalogue },
  },
]
