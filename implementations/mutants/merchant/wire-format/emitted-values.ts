import { isDecimal } from '../../../../protocol/amount.ts'
import type { JsonObject } from '../../../../protocol/json/json.ts'
import { shapeViolations } from '../../../../reference/every-role/wire-format/bodies.ts'
import type { MerchantPolicies } from '../../../../reference/merchant/contract.ts'
import { orderRules } from '../../../../reference/merchant/order/rules.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import type { Order } from '../../../../schemas/messages.ts'
import type { Mutant } from '../../mutant.ts'
import { withCapitals } from '../support/policies.ts'

/** Changes the members of orders. */
const changeOrder = (change: (order: Order) => JsonObject): Partial<MerchantPolicies> => ({
  newOrder: creation => {
    const order = merchantPolicies.newOrder(creation)
    return { ...order, ...change(order) } as Order
  },
})

type Item = NonNullable<Order['items']>[number]

const changeItems = (change: (item: Item) => JsonObject) =>
  changeOrder(({ items }) => (items === undefined ? {} : { items: items.map(change) }))

const timestamps: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'orders were made a thousand times as long after 1970',
    breaks: 'FMT-01',
    story: 'Date.now(), without the division.',
    policies: changeOrder(({ createdAt = 0 }) => ({ createdAt: createdAt * 1_000 })),
  },
  {
    name: 'the order is created at a fraction of a second',
    breaks: 'FMT-01',
    story: 'time.time() in Python has decimals.',
    policies: changeOrder(({ createdAt = 0 }) => ({ createdAt: createdAt + 0.25 })),
  },
  {
    name: 'orders have the time of day in the office',
    breaks: 'FMT-01',
    alsoBreaks: ['ORDER-03'],
    story: 'The date was read without its time zone, and the server is two hours east.',
    policies: changeOrder(({ createdAt = 0 }) => ({ createdAt: createdAt + 7_200 })),
  },
  {
    name: 'orders expire in ISO 8601',
    breaks: 'FMT-01',
    alsoBreaks: ['ORDER-02'],
    story: 'JSON.stringify writes a Date like that.',
    policies: changeOrder(({ expiresAt }) =>
      expiresAt === undefined || expiresAt > 1e11 ? {} : { expiresAt: new Date(expiresAt * 1_000).toISOString() },
    ),
  },
]

const amounts: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'amounts of orders are numbers',
    breaks: 'FMT-02',
    alsoBreaks: ['FLOW-01', 'WEBHOOK-07'],
    story: 'The column is numeric, so the driver returns numbers.',
    policies: {
      ...changeOrder(({ amount }) => ({ amount: Number(amount.slice(0, 20)) })),
      isSameAmount: (a, b) => Number(a) === Number(b),
    },
  },
  {
    name: 'amounts of orders name their currency',
    breaks: 'FMT-02',
    alsoBreaks: ['ORDER-02', 'FLOW-01'],
    story: 'The order is also shown to people.',
    policies: {
      ...changeOrder(({ amount, currency }) => ({ amount: `${amount} ${currency}` })),
      isSameAmount: (paid, due) => due.startsWith(`${paid} `),
    },
  },
]

const codes: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'currencies of orders are in lower case',
    breaks: 'FMT-03',
    alsoBreaks: ['ORDER-02', 'FLOW-01'],
    story: 'The upstream provider writes them like that.',
    policies: {
      ...changeOrder(({ currency }) => ({ currency: currency.toLowerCase() })),
      objections: merchantPolicies.objections.map(
        objection => proofOfOrder =>
          objection({
            ...proofOfOrder,
            record: {
              ...proofOfOrder.record,
              order: { ...proofOfOrder.record.order, currency: proofOfOrder.record.order.currency.toUpperCase() },
            },
          }),
      ),
    },
  },
  {
    name: 'the currency of an order is written as it was asked for',
    breaks: 'FMT-03',
    story: 'currencies.includes(currency.toUpperCase()), but the row stores the value as received.',
    policies: {
      shapeViolations: (schema, body) => shapeViolations(schema, withCapitals(body)),
      orderRules: orderRules.map(rule => creation => rule({ ...creation, request: withCapitals(creation.request) })),
    },
  },
  {
    name: 'orders accept texts',
    breaks: 'FMT-03',
    alsoBreaks: ['ORDER-03'],
    story: 'The list is an environment variable that is split at commas.',
    policies: changeOrder(({ accepts = [] }) => ({ accepts: accepts.map(String) })),
  },
]

const items: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'prices are numbers',
    breaks: 'FMT-11',
    story: 'The template parses the price with parseFloat to multiply it.',
    policies: changeItems(item => ({ ...item, price: Number(item.price) })),
  },
  {
    name: 'quantities are texts',
    breaks: 'FMT-11',
    alsoBreaks: ['ORDER-02'],
    story: 'They are read from a form, and are not converted to numbers.',
    policies: changeItems(item => ({ ...item, quantity: String(item.quantity) })),
  },
  {
    name: 'items have the number of their line as id',
    breaks: 'FMT-11',
    alsoBreaks: ['ORDER-02'],
    story: 'Order lines have a number in the shop, and items had no id.',
    policies: changeOrder(({ items = [] }) => ({ items: items.map((item, at) => ({ ...item, id: at + 1 })) })),
  },
]

/** Faults in the values that a merchant writes (FMT-01 to FMT-03, FMT-11), and in which amounts it accepts (FMT-05). */
export const merchantEmittedValueMutants: readonly Mutant<MerchantPolicies>[] = [
  ...timestamps,
  ...amounts,
  ...codes,
  ...items,
  {
    name: 'amounts of proofs are whatever is a number',
    breaks: 'FMT-05',
    story: 'Number(proof.amount) === Number(order.amount).',
    policies: {
      shapeViolations: (schema, body) => shapeViolations(schema, body).filter(({ path }) => path !== '/proof/amount'),
      isSameAmount: (paid, due) =>
        isDecimal(paid) ? merchantPolicies.isSameAmount(paid, due) : Number(paid) === Number(due),
    },
  },
]
