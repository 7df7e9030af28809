import type { Json } from '../../protocol/json.ts'
import { memberAt } from '../edit.ts'
import { notApplicable } from '../harness/outcome.ts'
import type { Stage } from '../harness/stage.ts'
import type { Source, Written } from '../sources.ts'
import { signedOrder } from './orders.ts'
import { retrievedOrder } from './retrieval.ts'

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

const ofOrder = (order: Json | undefined): Written[] => [
  { kind: 'timestamp', path: 'order.createdAt', value: memberAt(order, 'createdAt'), isNow: true },
  { kind: 'timestamp', path: 'order.expiresAt', value: memberAt(order, 'expiresAt') },
  { kind: 'amount', path: 'order.amount', value: memberAt(order, 'amount') },
  { kind: 'currency', path: 'order.currency', value: memberAt(order, 'currency') },
  { kind: 'ocid', path: 'order.ocid', value: memberAt(order, 'ocid') },
  ...listOf(memberAt(order, 'accepts')).map(
    (value, index): Written => ({ kind: 'ocid', path: `order.accepts[${index}]`, value }),
  ),
]

const retrieved = async (stage: Stage): Promise<Json> =>
  (await retrievedOrder(stage, await signedOrder(stage))) ??
  notApplicable('The order cannot be retrieved from urls.order (ORDER-08).')

/** What a merchant writes. Headings: POST /orders/create, Order URLs. */
export const merchantSources: readonly Source[] = [
  {
    name: 'a signed order',
    operations: ['orders.create'],
    read: async stage => ofOrder((await signedOrder(stage)).order as unknown as Json),
  },
  {
    name: 'an order at its address',
    operations: ['orders.create'],
    read: async stage => ofOrder(await retrieved(stage)),
  },
]
