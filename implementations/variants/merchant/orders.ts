import { Refusal } from '../../../protocol/errors.ts'
import { signWithOwnKey } from '../../../reference/every-role/payload-signatures.ts'
import { unixSeconds } from '../../../reference/every-role/wire-format/values.ts'
import type { MerchantPolicies, OrderCreation } from '../../../reference/merchant/contract.ts'
import { orderIsNotOver, orderRules } from '../../../reference/merchant/order/rules.ts'
import { merchantPolicies } from '../../../reference/merchant/policies.ts'
import type { Rule } from '../../../reference/service/rules.ts'
import { changeOrder, withCapitals } from '../../mutants/merchant/support/policies.ts'
import { without } from '../../support/changes.ts'
import { writeShortest } from '../support/amounts.ts'
import type { Variant } from '../variant.ts'

const referenceIsNew: Rule<OrderCreation> = ({ request: { reference }, merchant }) =>
  reference !== undefined && merchant.store.orders().some(({ order }) => order.reference === reference)
    ? new Refusal('REFERENCE_USED', 409, 'The reference belongs to another order.')
    : undefined

const isInDollars: Rule<OrderCreation> = ({ request: { currency } }) =>
  currency === 'USD' ? undefined : new Refusal('CURRENCY_NOT_SOLD', 422, 'The shop sells in dollars.')

/** Other members of an order ("POST /orders/create"). */
export const orderVariants: readonly Variant<MerchantPolicies>[] = [
  {
    name: 'orders have members of their own, their items, too',
    story: 'The back office needs them.',
    policies: changeOrder(({ items }) => ({
      status: 'open',
      shop: { city: 'Lisboa', till: 4 },
      items: items?.map((item, at) => ({ ...item, sku: `S-${at}`, tax: { rate: '0.23', included: true } })),
    })),
  },
  {
    name: 'an order is signed again with its status when it is read',
    story: 'The page of the shop shows it, and the order is signed again.',
    policies: {
      signedOrder: (record, merchant) => {
        const order = { ...record.order, status: record.payment === undefined ? 'open' : 'paid' }
        return { ...merchantPolicies.signedOrder(record, merchant), order, signature: signWithOwnKey(order, merchant) }
      },
    },
  },
  {
    name: 'orders expire in half an hour by default',
    story: 'Prices change.',
    policies: changeOrder(({ expiresAt, createdAt = 0 }) => ({ expiresAt: expiresAt ?? createdAt + 1_800 })),
  },
  {
    name: 'orders without items have an empty list of them',
    story: 'A list is a list.',
    policies: changeOrder(({ items = [] }) => ({ items })),
  },
  {
    name: 'amounts are written as short as they can be',
    story: 'The decimal type drops zeros; the value is equal.',
    policies: changeOrder(({ amount, items }) => ({
      amount: writeShortest(amount),
      items: items?.map(item => ({ ...item, price: writeShortest(item.price) })),
    })),
  },
  {
    name: 'amounts are written as short as they can be, and proofs have to repeat them',
    story: 'The signed order says 1, and 1.00 is another text.',
    policies: {
      ...changeOrder(({ amount }) => ({ amount: writeShortest(amount) })),
      isSameAmount: (paid, due) => paid === due,
    },
  },
  {
    name: 'a reference belongs to one order',
    story: 'It is the number of the cart, and a cart is ordered once.',
    policies: { orderRules: [...orderRules, referenceIsNew] },
  },
  {
    name: 'the shop sells in dollars only',
    story: 'The till has one drawer.',
    policies: { orderRules: [isInDollars, ...orderRules] },
  },
  {
    name: 'a currency in small letters is written in capitals',
    story: 'Apps are not always careful, and orders are.',
    policies: {
      shapeViolations: (schema, body) => merchantPolicies.shapeViolations(schema, withCapitals(body)),
      orderRules: orderRules.map(rule => creation => rule({ ...creation, request: withCapitals(creation.request) })),
      newOrder: creation => merchantPolicies.newOrder({ ...creation, request: withCapitals(creation.request) }),
    },
  },
  {
    name: 'an order that has expired already is signed',
    story: 'The gateway will refuse it.',
    policies: { orderRules: without(orderRules, orderIsNotOver) },
  },
  {
    name: 'orders are made a minute ago',
    story: 'The clock is not adjusted.',
    policies: {
      newOrder: creation => ({
        ...merchantPolicies.newOrder(creation),
        createdAt: unixSeconds(creation.merchant.ports) - 60,
      }),
    },
  },
]
