import { randomUUID } from 'node:crypto'
import { fromMinorUnits, toMinorUnits } from '../../../../protocol/amount.ts'
import { exponentOf } from '../../../../protocol/currency.ts'
import type { JsonObject } from '../../../../protocol/json/json.ts'
import { defaultCurrencies } from '../../../../reference/every-role/wire-format/values.ts'
import type { MerchantPolicies } from '../../../../reference/merchant/contract.ts'
import {
  ocidIsOwn,
  orderAmountIsExact,
  orderCurrencyIsSupported,
  orderRules,
} from '../../../../reference/merchant/order/rules.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import type { OrderRequest } from '../../../../schemas/messages.ts'
import { replace, without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { repairBody, skipValidation } from '../support/policies.ts'

/** Adds up the items of a request, in dollars. */
const totalOf = ({ items = [] }: Partial<OrderRequest>): string => {
  const cents = items.map(({ price, quantity }) => (toMinorUnits(price, 'USD') ?? 0n) * BigInt(quantity))
  return fromMinorUnits(
    cents.reduce((sum, cost) => sum + cost, 0n),
    'USD',
  )
}

const isDecimal = (amount: unknown): boolean => typeof amount === 'string' && /^[0-9.]+$/.test(amount)

/** Faults in which requests to POST /orders/create are accepted (ORDER-06). */
export const orderRequestMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'a missing currency of an order is taken for dollars',
    breaks: 'ORDER-06',
    alsoBreaks: ['FMT-08'],
    story: 'request.currency ?? "USD".',
    policies: repairBody('order-request', body => {
      body.currency ??= 'USD'
    }),
  },
  {
    name: 'a currency that the shop does not know is taken for dollars',
    breaks: 'ORDER-06',
    alsoBreaks: ['FMT-08'],
    story: 'currencies.find(one => one === request.currency) ?? currencies[0].',
    policies: repairBody('order-request', body => {
      if (!defaultCurrencies.includes(String(body.currency))) body.currency = 'USD'
    }),
  },
  {
    name: 'any three capital letters are a currency',
    breaks: 'ORDER-06',
    story: 'The pattern of the schema was mistaken for the list of ISO 4217.',
    policies: { orderRules: without(orderRules, orderCurrencyIsSupported, orderAmountIsExact) },
  },
  {
    name: 'a currency that does not exist ends in a 500',
    breaks: 'ORDER-06',
    story: 'The table of minor digits has no such row, which is not checked.',
    policies: {
      orderRules: [
        ({ request: { currency } }) => {
          if (exponentOf(currency) === undefined) throw new TypeError('undefined is not an exponent')
          return undefined
        },
        ...orderRules,
      ],
    },
    ports: { reportBug: () => undefined },
  },
  {
    name: 'an order without an id gets one',
    breaks: 'ORDER-06',
    alsoBreaks: ['FMT-08'],
    story: "The database creates a missing id, as it does for the shop's own carts.",
    policies: repairBody('order-request', body => {
      if (typeof body.id !== 'string') body.id = randomUUID()
    }),
  },
  {
    name: 'an OCID that is not an integer is ignored',
    breaks: 'ORDER-06',
    alsoBreaks: ['FMT-08'],
    story: 'The merchant knows its own OCID; only a different number seemed worth a refusal.',
    policies: {
      ...skipValidation('order-request', '/ocid'),
      orderRules: replace(orderRules, ocidIsOwn, creation => {
        const { request, merchant } = creation
        if (!Number.isInteger(request.ocid)) request.ocid = merchant.ocid
        return ocidIsOwn(creation)
      }),
    },
  },
  {
    name: 'an amount that cannot be read is added up from the items',
    breaks: 'ORDER-06',
    alsoBreaks: ['FMT-05', 'FMT-08'],
    story: "The app's total is only displayed; the item prices count.",
    policies: repairBody('order-request', (body: JsonObject) => {
      if (!isDecimal(body.amount)) body.amount = totalOf(body as Partial<OrderRequest>)
    }),
  },
  {
    name: 'only the first item of an order is validated',
    breaks: 'FMT-09',
    alsoBreaks: ['ORDER-02', 'FMT-11'],
    story: 'items[0] was the example that the check was written from.',
    policies: {
      shapeViolations: (schema, body) =>
        merchantPolicies
          .shapeViolations(schema, body)
          .filter(({ path }) => schema !== 'order-request' || !/^\/items\/[1-9]/.test(path)),
    },
  },
]
