import type { Change } from './change.ts'

/** The changes to the rows of POST /payment/create, in the order of the register. */
export const paymentChanges: readonly Change[] = [
  {
    id: 'PAYMENT-07',
    edition: '2',
    was: { text: 'settlement.accepts is the list of config.settlement.accepts.', commonMistake: 'another list' },
    sentence:
      "Payment flow: create the pending payment; the app then makes a transfer to the merchant's OCID at one of the `settlement.accepts` providers and submits the signed proof to the gateway's settle operation.",
    reason:
      'A gateway may name only the providers that take this payment. An empty list, or a provider that it does not accept, is useless.',
  },
  {
    id: 'PAYMENT-12',
    edition: '2',
    was: {
      text: 'Each payment has a txid of its own, also for equal requests, and none that a transfer has.',
    },
    sentence: '| txid | string | Unique transaction id from the issuer. |',
    reason:
      'The id of a payment is unique, but the document does not say that each request creates a separate payment.',
  },
  {
    id: 'PAYMENT-15',
    edition: '2',
    was: {
      text: 'Where settle is offered: the proof that it answers is the one that verify then shows, with amount, currency, memo and order id of the payment.',
    },
    sentence: '| timestamp | integer | Completion time, Unix seconds. |',
    reason:
      'A proof names its recipient and its completion time, and is found by its txid; otherwise, the merchant cannot verify it.',
  },
]
