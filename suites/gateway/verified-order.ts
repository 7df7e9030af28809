import { exponentOf } from '../../protocol/currency.ts'
import type { Json, JsonObject } from '../../protocol/json.ts'
import { isPayable } from '../harness/money.ts'
import { member } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import type { Verified } from '../verified.ts'

/** Another currency that the gateway supports, with as many minor digits where there is one. */
const otherCurrency = ({ session, money }: Stage): string => {
  const listed = member(member(member(session.metadata.json, 'config'), 'settlement'), 'currencies')
  const others = (Array.isArray(listed) ? listed : []).filter(
    (code): code is string => typeof code === 'string' && code !== money.currency && isPayable(code),
  )
  const alike = others.find(code => exponentOf(code) === exponentOf(money.currency))
  return alike ?? others[0] ?? (money.currency === 'EUR' ? 'USD' : 'EUR')
}

const item = (stage: Stage, changes: JsonObject = {}): JsonObject => ({
  id: 'item-2',
  name: 'Another item',
  price: stage.money.amount(1),
  quantity: 2,
  ...changes,
})

const itemsOf = (order: JsonObject): Json[] => (Array.isArray(order.items) ? order.items : [])

/** The merchant's order at POST /orders/checkout. Headings: Order, Signed order. */
export const verifiedOrder: Verified = {
  operation: 'orders.checkout',
  name: 'order',
  code: 'INVALID_SIGNATURE',
  signer: stage => stage.merchant,
  sender: stage => stage.merchant,
  payload: stage => stage.merchant.order({ reference: stage.fresh('ref') }) as JsonObject,
  beside: (stage, order) => ({ urls: stage.merchant.signs(order).urls as unknown as JsonObject }),
  changed: stage => [
    { path: 'id', value: stage.fresh('order') },
    { path: 'ocid', value: stage.merchant2.ocid, anyRefusal: true },
    { path: 'reference', value: stage.fresh('ref') },
    { path: 'amount', value: stage.money.amount(101) },
    { path: 'currency', value: otherCurrency(stage) },
    { path: 'items', value: [item(stage)] },
    { path: 'memo', value: 'Another memo' },
    { path: 'createdAt', value: stage.now() - 60 },
    { path: 'expiresAt', value: stage.now() + 7200 },
    { path: 'accepts', value: [stage.ocid, stage.settlementProvider.ocid] },
  ],
  optional: ['reference', 'items', 'memo', 'expiresAt'],
  required: ['id', 'ocid', 'amount', 'currency', 'createdAt', 'accepts'],
  changedInside: (stage, order) => [
    { path: 'items.0.id', value: 'item-3' },
    { path: 'items.0.name', value: 'Another name' },
    { path: 'items.0.price', value: stage.money.amount(101) },
    { path: 'items.0.quantity', value: 3 },
    { path: 'items', value: [...itemsOf(order), item(stage)] },
    { path: 'items', value: [] },
  ],
  insideOptional: ['items.0.id', 'items.0.name', 'items.0.price', 'items.0.quantity'],
  texts: ['memo', 'reference', 'items.0.name'],
}
