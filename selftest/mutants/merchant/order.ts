import type { JsonObject } from '../../../protocol/json.ts'
import { generatePrivateKey } from '../../../protocol/keys.ts'
import { idIsNew, ocidIsOwn, orderChecks } from '../../../reference/merchant/order/create.ts'
import { type MerchantPolicies, merchantPolicies } from '../../../reference/merchant/policies.ts'
import type { Order } from '../../../schemas/messages.ts'
import { without } from '../changes.ts'
import type { Mutant } from '../mutant.ts'
import { addressesWith, answersWith, orderWith, shownWith } from './decisions.ts'

const asAskedFor = ({ createdAt: _createdAt, accepts: _accepts, ...order }: Order): Order => order

/** An amount that went through binary floating point on its way to cents. */
const truncated = (amount: string): string => (Math.trunc(Number(amount) * 100) / 100).toFixed(2)

/** Seconds that a clock two time zones to the east is ahead of UTC. */
const localOffset = 7_200

const anotherKey = generatePrivateKey()

/** Faults of the order that POST /orders/create returns. */
export const orderMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'a created order is answered 201',
    breaks: 'ORDER-01',
    story: 'The framework answers 201 to whatever creates something, and every client only looks for a 2xx.',
    policies: answersWith('orders.create', body => ({ status: 201, body })),
  },
  {
    name: 'the order is answered bare',
    breaks: 'ORDER-01',
    story: 'The handler returns the row that it has just written; signature and addresses were to be asked for later.',
    policies: answersWith('orders.create', ({ order }) => ({ status: 200, body: order as JsonObject })),
  },
  {
    name: 'members that were not asked for are answered null',
    breaks: 'ORDER-01',
    story: 'The serializer of the shop writes every column of its table, the empty ones too.',
    policies: orderWith(({ memo = null, reference = null }) => ({ memo, reference })),
  },
  {
    name: 'items are dropped',
    breaks: 'ORDER-02',
    story: 'The table of orders has no column for them.',
    policies: orderWith(() => ({ items: undefined })),
  },
  {
    name: 'items are sorted by name',
    breaks: 'ORDER-02',
    story: 'ORDER BY name, so that the receipt reads well.',
    policies: orderWith(({ items }) => ({ items: items?.toSorted((a, b) => (a.name < b.name ? -1 : 1)) })),
  },
  {
    name: 'text is trimmed',
    breaks: 'ORDER-02',
    story: 'A middleware trims every text of every request before a handler sees it.',
    policies: orderWith(({ memo, reference }) => ({ memo: memo?.trim(), reference: reference?.trim() })),
  },
  {
    name: 'amounts lose a cent on their way through floating point',
    breaks: 'ORDER-02',
    story: 'Math.trunc(Number(amount) * 100) makes 28 cents of 0.29.',
    policies: orderWith(({ amount }) => ({ amount: truncated(amount) })),
  },
  {
    name: 'orders do not say whom they accept',
    breaks: 'ORDER-03',
    story: 'accepts was thought to be the business of the gateway.',
    policies: orderWith(() => ({ accepts: undefined })),
  },
  {
    name: 'orders do not say when they were made',
    breaks: 'ORDER-03',
    story: 'The column is filled by the database, after the order was signed and sent.',
    policies: orderWith(() => ({ createdAt: undefined })),
  },
  {
    name: 'orders are made in local time',
    breaks: 'ORDER-03',
    alsoBreaks: ['FMT-01'],
    story: 'The clock of the shop is read as if it were UTC.',
    policies: orderWith(({ createdAt = 0 }) => ({ createdAt: createdAt + localOffset })),
  },
  {
    name: 'the request is signed in place of the order',
    breaks: 'ORDER-04',
    alsoBreaks: ['SIG-04', 'FLOW-01'],
    story: 'createdAt and accepts are added after the signature.',
    policies: { signOrder: (order, creation) => merchantPolicies.signOrder(asAskedFor(order), creation) },
  },
  {
    name: 'orders are signed with another key than the published one',
    breaks: 'ORDER-04',
    alsoBreaks: ['SIG-04', 'FLOW-01'],
    story: 'The key was exchanged in the metadata, and the shop has not been restarted since.',
    policies: {
      signOrder: (order, { merchant }) => merchant.policies.signPayload(order, anotherKey, merchant.profile),
    },
  },
  {
    name: 'absent members are signed as empty ones',
    breaks: 'ORDER-04',
    alsoBreaks: ['SIG-04'],
    story: 'The model that is signed starts from empty texts; what is sent leaves out what is empty.',
    policies: {
      signOrder: (order, creation) => merchantPolicies.signOrder({ memo: '', reference: '', ...order }, creation),
    },
  },
  {
    name: 'the address of an order is a text, not a list',
    breaks: 'ORDER-05',
    story: 'There is one address only, so a list looked like too much.',
    policies: addressesWith(({ order }) => ({ order: order[0] })),
  },
  {
    name: 'orders have no address',
    breaks: 'ORDER-05',
    story: 'The page that shows an order is planned for later, and the list is empty until then.',
    policies: addressesWith(() => ({ order: [] })),
  },
  {
    name: 'the customer is sent to a relative address',
    breaks: 'ORDER-05',
    story: 'The route helper of the framework gives paths, and in the browser of the shop they work.',
    policies: addressesWith(({ completed }) => ({ completed: new URL(completed).pathname })),
  },
  {
    name: "the gateway's and other orders are signed, too",
    breaks: 'ORDER-07',
    story: 'The ocid of the request is copied into the order with everything else.',
    policies: { orderChecks: without(orderChecks, ocidIsOwn) },
  },
  {
    name: 'the order is not at its address',
    breaks: 'ORDER-08',
    story: 'The addresses were written before the page was.',
    policies: {
      showOrder: () => ({ status: 404, body: { error: { code: 'NOT_FOUND', message: 'No.', details: {} } } }),
    },
  },
  {
    name: 'the second of two addresses leads nowhere',
    breaks: 'ORDER-08',
    story: 'The mirror takes its copy at night.',
    policies: addressesWith(({ order }) => ({ order: [...order, `${order[0]}/mirror`] })),
  },
  {
    name: 'the address shows the order as it was asked for',
    breaks: 'ORDER-08',
    alsoBreaks: ['SIG-04', 'FLOW-01'],
    story: 'The page is built from the cart, which knows neither createdAt nor accepts.',
    policies: shownWith(signed => ({ ...signed, order: asAskedFor(signed.order) })),
  },
  {
    name: 'two orders are signed under one id',
    breaks: 'ORDER-09',
    story: 'INSERT … ON CONFLICT DO UPDATE: the app may correct its order as often as it likes.',
    policies: { orderChecks: without(orderChecks, idIsNew) },
  },
  {
    name: 'orders list a gateway that the webhook does not know',
    breaks: 'ORDER-11',
    story: 'The list in the order comes from the configuration, the one of the webhook from the code.',
    policies: orderWith(({ accepts }) => ({ accepts: [...(accepts ?? []), 9_001] })),
  },
]
