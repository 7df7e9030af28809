import { type Member, membersOf } from '../member.ts'
import { headersOf } from './headers.ts'
import { reasons } from './reasons.ts'

const operation = 'transfer.webhook'

const alike = (title: string): string => `webhook-alike/${title}`

const anyProof = 'webhook-members/any-proof-of-an-unpaid-order'

const request = membersOf({ operation, message: 'request', in: 'body', setBy: 'caller' }, [
  ['proof', 'object'],
  [
    'proof.txid',
    'id',
    {
      returned: { response: { as: 'txid', clause: 'WEBHOOK-01' } },
      finds: 'the proof that has paid the order',
      notFrom: ['proof.to.reference'],
      cells: {
        ends: [alike('orders-and-transactions-that-are-alike'), anyProof],
        confusables: ['webhook-payment/second-proof-of-a-paid-order', alike('orders-and-transactions-that-are-alike')],
        echoes: ['webhook/proof-for-an-unpaid-order', anyProof],
      },
    },
  ],
  [
    'proof.issuer',
    'ocid',
    {
      finds: 'the issuers that the merchant accepts',
      notFrom: ['X-OC-ID'],
      cells: { ends: reasons.notYet, confusables: ['webhook/issuer-that-is-not-accepted'] },
    },
  ],
  ['proof.from', 'object'],
  ['proof.from.ocid', 'ocid', { cells: { ends: reasons.anyRefusal } }],
  ['proof.from.reference', 'text', { cells: { ends: ['payload-text/proof-with-text-of-any-script', anyProof] } }],
  ['proof.to', 'object'],
  [
    'proof.to.ocid',
    'ocid',
    {
      finds: 'the OCID of the merchant',
      cells: {
        ends: [alike('recipients-that-are-alike')],
        confusables: ['webhook/proof-for-another-recipient', alike('recipients-that-are-alike')],
      },
    },
  ],
  [
    'proof.to.reference',
    'id',
    {
      finds: 'the order',
      cells: {
        ends: [alike('orders-and-transactions-that-are-alike')],
        confusables: [
          'webhook-payment/order-that-does-not-exist',
          alike('orders-and-transactions-that-are-alike'),
          alike('references-that-are-nearly-an-order'),
        ],
      },
    },
  ],
  [
    'proof.amount',
    'amount',
    {
      finds: 'the amount of the order',
      cells: {
        ends: ['webhook-payment/proof-of-a-large-amount-one-minor-unit-more', alike('amounts-that-are-alike')],
        confusables: ['webhook-payment/proof-of-a-trace-more', alike('amounts-that-are-alike')],
      },
    },
  ],
  [
    'proof.currency',
    'currency',
    {
      finds: 'the currency of the order',
      cells: { confusables: ['webhook-payment/proof-in-another-currency', alike('any-other-currencies')] },
    },
  ],
  ['proof.timestamp', 'timestamp', { cells: { ends: reasons.anyRefusal } }],
  [
    'proof.memo',
    'text',
    {
      optional: true,
      cells: {
        ends: ['payload-text/proof-with-text-of-any-script', anyProof],
        absences: ['webhook/proof-for-an-unpaid-order', anyProof],
      },
    },
  ],
  [
    'signature',
    'signature',
    {
      finds: 'the key that the issuer publishes',
      cells: { confusables: ['webhook/signed-with-another-key', 'webhook/signature-of-another-proof'] },
    },
  ],
])

const response = membersOf({ operation, message: 'response', in: 'body', setBy: 'target' }, [
  ['status', 'status'],
  ['txid', 'id', { notFrom: ['proof.to.reference'] }],
  ['message', 'text', { optional: true }],
])

/** The members of POST /transfer/webhook. Headings: Proof, Events, Endpoints. */
export const webhookMembers: readonly Member[] = [...headersOf(operation), ...request, ...response]
