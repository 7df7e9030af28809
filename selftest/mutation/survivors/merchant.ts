import { type Reason, reasonsFor } from './reason.ts'

/** Survivors in the merchant. */
export const merchant: readonly Reason[] = [
  ...reasonsFor('merchant/webhook/issuer-keys', [
    {
      at: ['publicKey !== undefined &&'],
      kind: 'equivalent',
      reason: 'No signature verifies with a key that is not there.',
    },
  ]),
  ...reasonsFor('merchant/order/rules', [
    {
      at: ['encodeURIComponent(id).length <= maxIdLength'],
      only: ['.length < '],
      kind: 'time',
      reason: 'The very character at which an id is too long: maximum sizes are not shown.',
    },
    {
      at: ["id !== ''"],
      kind: 'open',
      reason:
        'An empty id would be the order of every proof that names none (WEBHOOK-08), so a run makes no such order; order.test.ts.',
    },
    {
      at: ['orderCurrencyIsSupported'],
      kind: 'open',
      reason:
        'Which currencies a merchant takes orders in is its own; a code that is none is refused by the schema (ORDER-06).',
    },
    {
      at: ['(expiresAt ?? Number.POSITIVE_INFINITY) < unixSeconds(ports)'],
      only: ['<='],
      kind: 'time',
      reason: 'An order that expires in the very second in which it is made.',
    },
  ]),
  ...reasonsFor('merchant/store', [
    {
      at: ['if (record === undefined || record.payment !== undefined'],
      only: ['false'],
      kind: 'second',
      reason: 'The webhook has looked the order up a moment before, and no order goes away.',
    },
  ]),
  ...reasonsFor('merchant/flow', [
    {
      at: ["store.order(proof.to.reference ?? '')"],
      kind: 'equivalent',
      reason: 'No order has the one id nor the other.',
    },
  ]),
]
