import { type Reason, reasonsFor } from './reason.ts'

/** Survivors in the merchant. */
export const merchant: readonly Reason[] = [
  ...reasonsFor('merchant/webhook/issuer-keys', [
    {
      at: ['publicKey !== undefined &&'],
      kind: 'equivalent',
      reason: 'No signature verifies with a missing key.',
    },
  ]),
  ...reasonsFor('merchant/order/rules', [
    {
      at: ['encodeURIComponent(id).length <= maxIdLength'],
      only: ['.length < '],
      kind: 'time',
      reason: 'The exact length at which an id is too long: the document does not name a maximum.',
    },
    {
      at: ["id !== ''"],
      kind: 'open',
      reason:
        'Every proof without an order would pay the order with an empty id (WEBHOOK-08), so a run makes none; merchant/order/create.test.ts proves it.',
    },
    {
      at: ['orderCurrencyIsSupported'],
      kind: 'open',
      reason: 'A merchant chooses its currencies; the schema refuses an invalid code (ORDER-06).',
    },
    {
      at: ['(expiresAt ?? Number.POSITIVE_INFINITY) < unixSeconds(ports)'],
      only: ['<='],
      kind: 'time',
      reason: 'An order that expires in the second in which it is made.',
    },
  ]),
  ...reasonsFor('merchant/store', [
    {
      at: ["table('"],
      kind: 'operation',
      reason: 'The names of the tables of a state that outlives the process.',
    },
    {
      at: ['orders(): Readonly', 'return [...this.#orders.values()]'],
      kind: 'operation',
      reason: 'The list of the orders, which only the inspector of a sandbox shows.',
    },
    {
      at: ['if (record === undefined || record.payment !== undefined'],
      only: ['false'],
      kind: 'redundant',
      reason: 'The webhook looked the order up just before, and orders are never removed.',
    },
  ]),
  ...reasonsFor('merchant/flow', [
    {
      at: ["store.order(proof.to.reference ?? '')"],
      kind: 'equivalent',
      reason: 'No order has either id.',
    },
  ]),
]
