import { type Member, membersOf } from '../member.ts'
import { headersOf } from './headers.ts'
import { reasons } from './reasons.ts'

const operation = 'payment.create'

const request = membersOf({ operation, message: 'request', in: 'body', setBy: 'caller' }, [
  [
    'to',
    'ocid',
    {
      finds: 'the registered merchants',
      cells: { ends: reasons.notYet, confusables: ['payment/merchant-that-nobody-knows'] },
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
        ends: ['payment/amount-that-no-binary-fraction-holds'],
        echoes: ['payment/amount-and-currency', 'payment/pending-at-verify', 'settle/proof-of-a-settled-payment'],
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
        echoes: ['payment/amount-and-currency', 'payment/pending-at-verify', 'settle/proof-of-a-settled-payment'],
      },
    },
  ],
  ['reference', 'text', { optional: true, cells: { ends: reasons.unseen, absences: reasons.notYet } }],
  [
    'memo',
    'text',
    {
      optional: true,
      returned: { proof: { as: 'memo', clause: 'PAYMENT-15' } },
      cells: {
        ends: reasons.notYet,
        echoes: ['settle/proof-of-a-settled-payment'],
        absences: reasons.notYet,
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
        ends: reasons.notYet,
        echoes: ['payment/given-expiry'],
        absences: ['payment/default-expiry'],
      },
    },
  ],
  ['order', 'object', { optional: true, cells: { absences: ['payment/valid-payment'] } }],
  [
    'order.id',
    'id',
    {
      returned: { proof: { as: 'to.reference', clause: 'PAYMENT-15' } },
      notFrom: ['reference'],
      cells: { ends: reasons.notYet, echoes: ['settle/proof-of-a-settled-payment'] },
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
        confusables: ['payment/payments-of-one-amount', 'payment/payments-and-transfers'],
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
