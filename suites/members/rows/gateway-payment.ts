import { type Member, membersOf } from '../member.ts'
import { headersOf } from './headers.ts'

const operation = 'payment.create'

const request = membersOf({ operation, message: 'request', in: 'body', setBy: 'caller' }, [
  [
    'to',
    'ocid',
    {
      finds: 'the registered merchants',
      cells: {
        ends: ['payment-members/merchant-that-is-nearly-registered'],
        confusables: ['payment/merchant-that-nobody-knows', 'payment-members/merchant-that-is-nearly-registered'],
      },
    },
  ],
  [
    'amount',
    'amount',
    {
      returned: {
        response: { as: 'amount', clause: 'PAYMENT-05' },
        verify: { as: 'amount', clause: 'PAYMENT-06' },
        proof: { as: 'amount', clause: 'PAYMENT-15' },
      },
      notFrom: ['order.id'],
      cells: {
        ends: ['payment/amount-that-no-binary-fraction-holds', 'payment-members/amounts-at-the-ends-of-integers'],
        echoes: [
          'payment/amount-and-currency',
          'payment/pending-at-verify',
          'settle/proof-of-a-settled-payment',
          'payment-members/any-amount-in-any-currency',
          'payment-members/any-payment-at-verify',
          'payment-members/any-settled-payment',
        ],
      },
    },
  ],
  [
    'currency',
    'currency',
    {
      returned: {
        response: { as: 'currency', clause: 'PAYMENT-05' },
        verify: { as: 'currency', clause: 'PAYMENT-06' },
        proof: { as: 'currency', clause: 'PAYMENT-15' },
      },
      cells: {
        echoes: [
          'payment/amount-and-currency',
          'payment/pending-at-verify',
          'settle/proof-of-a-settled-payment',
          'payment-members/any-amount-in-any-currency',
          'payment-members/any-payment-at-verify',
          'payment-members/any-settled-payment',
        ],
      },
    },
  ],
  [
    'reference',
    'text',
    {
      optional: true,
      cells: {
        ends: ['wire-format-members/payment-create-with-any-text-in-every-member'],
        absences: [
          'payment-members/any-amount-in-any-currency',
          'payment-members/payments-without-some-of-their-optional-members',
        ],
      },
    },
  ],
  [
    'memo',
    'text',
    {
      optional: true,
      returned: { proof: { as: 'memo', clause: 'PAYMENT-15' } },
      cells: {
        ends: ['payment-members/any-settled-payment'],
        echoes: ['settle/proof-of-a-settled-payment', 'payment-members/any-settled-payment'],
        absences: [
          'payment-members/any-amount-in-any-currency',
          'payment-members/payments-without-some-of-their-optional-members',
        ],
      },
    },
  ],
  [
    'expiresAt',
    'timestamp',
    {
      optional: true,
      returned: {
        verify: { as: 'expiresAt', clause: 'PAYMENT-03' },
      },
      cells: {
        ends: ['payment-members/any-expiry', 'payment-members/any-expiry-in-the-past'],
        echoes: ['payment/given-expiry', 'payment-members/any-expiry', 'payment-members/expiry-of-any-payment'],
        absences: [
          'payment/default-expiry',
          'payment-members/payments-without-some-of-their-optional-members',
          'payment-members/expiry-that-is-null',
          'payment-members/any-expiry-in-the-past',
        ],
      },
    },
  ],
  [
    'order',
    'object',
    {
      optional: true,
      cells: { absences: ['payment/valid-payment', 'payment-members/payments-without-some-of-their-optional-members'] },
    },
  ],
  [
    'order.id',
    'id',
    {
      returned: { proof: { as: 'to.reference', clause: 'PAYMENT-15' } },
      notFrom: ['reference'],
      cells: {
        ends: ['payment-members/any-settled-payment'],
        echoes: ['settle/proof-of-a-settled-payment', 'payment-members/any-settled-payment'],
      },
    },
  ],
  ['order.urls', 'addresses', { cells: { ends: ['payment-fetch/slow-and-endless-order-addresses'] } }],
])

const response = membersOf({ operation, message: 'response', in: 'body', setBy: 'target' }, [
  ['status', 'status'],
  [
    'txid',
    'id',
    {
      returned: { verify: { as: 'txid', clause: 'VERIFY-03' } },
      finds: 'the payment at verify',
      notFrom: ['amount', 'reference', 'order.id'],
      cells: {
        confusables: [
          'payment/payments-of-one-amount',
          'payment/payments-that-differ-in-one-member',
          'payment/payments-and-transfers',
        ],
        echoes: ['verify/pending-payment', 'payment/several-payments-kept-apart'],
      },
    },
  ],
  ['amount', 'amount'],
  ['currency', 'currency'],
  ['expiresAt', 'timestamp', { optional: true }],
  ['settlement.accepts', 'ocids'],
])

/** The members of POST /payment/create. Headings: Pending payment, Endpoints. */
export const paymentMembers: readonly Member[] = [...headersOf(operation), ...request, ...response]
