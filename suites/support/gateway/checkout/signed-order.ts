import type { CheckContext } from '../../../../harness/context.ts'
import { exponentOf } from '../../../../protocol/currency.ts'
import type { Json, JsonObject } from '../../../../protocol/json/json.ts'
import type { Change, PayloadType } from '../../payload-signatures/signed-payload.ts'
import { alikeCurrency } from '../../wire-format/alike-currency.ts'
import { settledCurrencies } from '../currencies.ts'

/**
 * Another currency with the same number of minor digits, so that the amount stays valid: preferably a supported one, since the
 * gateway may refuse others before it verifies the signature.
 */
const currencyChange = ({ run, money }: CheckContext): Change => {
  const supported = (settledCurrencies({ run }) ?? []).find(
    (code): code is string =>
      typeof code === 'string' && code !== money.currency && exponentOf(code) === exponentOf(money.currency),
  )
  return supported === undefined
    ? { path: 'currency', value: alikeCurrency(money.currency), anyRefusal: true }
    : { path: 'currency', value: supported }
}

const item = (context: CheckContext, changes: JsonObject = {}): JsonObject => ({
  id: 'item-2',
  name: 'Another item',
  price: context.money.amount(1),
  quantity: 2,
  ...changes,
})

/** The item numbers of a long order, which costs no more than other orders of a run. */
const longList = [1, 2, 3, 4, 5]

const itemsOf = (order: JsonObject): Json[] => (Array.isArray(order.items) ? order.items : [])

/** The merchant's order at POST /orders/checkout. Headings: Order, Signed order. */
export const orderPayload: PayloadType = {
  operation: 'orders.checkout',
  name: 'order',
  refusalCode: 'INVALID_SIGNATURE',
  signer: context => context.merchant,
  sender: context => context.merchant,
  create: context => context.merchant.order({ reference: context.fresh('ref') }) as JsonObject,
  createLong: context => {
    const { fresh, merchant, money, ocid, settlementProvider } = context
    const items = longList.map(at => item(context, { id: `item-${at}`, quantity: 1 }))
    const accepts = [settlementProvider.ocid, ocid]
    const amount = money.amount(items.length)
    return { ...merchant.order({ reference: fresh('ref') }), amount, items, accepts } as JsonObject
  },
  otherMembers: (context, order) => ({ urls: context.merchant.signs(order).urls as unknown as JsonObject }),
  changes: context => [
    { path: 'id', value: context.fresh('order') },
    { path: 'ocid', value: context.merchant2.ocid, anyRefusal: true },
    { path: 'reference', value: context.fresh('ref') },
    // A gateway may check the sum of the items before it verifies the signature; CHECKOUT-03 changes an amount without items.
    { path: 'amount', value: context.money.amount(101), anyRefusal: true },
    currencyChange(context),
    { path: 'items', value: [item(context)], anyRefusal: true },
    { path: 'memo', value: 'Another memo' },
    { path: 'createdAt', value: context.now() - 60 },
    { path: 'expiresAt', value: context.now() + 7200 },
    { path: 'accepts', value: [context.ocid, context.settlementProvider.ocid] },
  ],
  optional: ['reference', 'items', 'memo', 'expiresAt'],
  required: ['id', 'ocid', 'amount', 'currency', 'createdAt', 'accepts'],
  nestedChanges: (context, order) => [
    { path: 'items.0.id', value: 'item-3' },
    { path: 'items.0.name', value: 'Another name' },
    { path: 'items.0.price', value: context.money.amount(101), anyRefusal: true },
    { path: 'items.0.quantity', value: 3, anyRefusal: true },
    { path: 'items', value: [...itemsOf(order), item(context)], anyRefusal: true },
    { path: 'items', value: [], anyRefusal: true },
  ],
  nestedOptional: ['items.0.id', 'items.0.name', 'items.0.price', 'items.0.quantity'],
  textPaths: ['memo', 'reference', 'items.0.name'],
}
