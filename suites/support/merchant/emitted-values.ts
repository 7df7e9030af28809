import type { CheckContext } from '../../../harness/context.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import type { Json } from '../../../protocol/json/json.ts'
import { memberAt } from '../edit.ts'
import type { EmittedDocument, EmittedValue } from '../wire-format/emitted-value.ts'
import { retrievedOrder } from './order-retrieval.ts'
import { signedOrder } from './orders.ts'

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

const ofOrder = (order: Json | undefined): EmittedValue[] => [
  { kind: 'timestamp', path: 'order.createdAt', value: memberAt(order, 'createdAt'), isNow: true },
  { kind: 'timestamp', path: 'order.expiresAt', value: memberAt(order, 'expiresAt') },
  { kind: 'amount', path: 'order.amount', value: memberAt(order, 'amount') },
  { kind: 'currency', path: 'order.currency', value: memberAt(order, 'currency') },
  { kind: 'ocid', path: 'order.ocid', value: memberAt(order, 'ocid') },
  ...listOf(memberAt(order, 'accepts')).map(
    (value, index): EmittedValue => ({ kind: 'ocid', path: `order.accepts[${index}]`, value }),
  ),
]

const retrieved = async (context: CheckContext): Promise<Json> =>
  (await retrievedOrder(context, await signedOrder(context))) ??
  notApplicable('The order cannot be retrieved from urls.order (ORDER-08).')

/** The documents with values written by a merchant. Headings: POST /orders/create, Order URLs. */
export const merchantDocuments: readonly EmittedDocument[] = [
  {
    name: 'a signed order',
    operations: ['orders.create'],
    read: async context => ofOrder((await signedOrder(context)).order as unknown as Json),
  },
  {
    name: 'an order at its address',
    operations: ['orders.create'],
    read: async context => ofOrder(await retrieved(context)),
  },
]
