import { type Member, membersOf } from '../member.ts'
import { headersOf } from './headers.ts'
import { reasons } from './reasons.ts'

const operation = 'transfer.create'

const request = membersOf({ operation, message: 'request', in: 'body', setBy: 'caller' }, [
  ['from', 'object'],
  [
    'from.ocid',
    'ocid',
    {
      returned: { proof: { as: 'from.ocid', clause: 'TRANSFER-04' } },
      finds: 'the source account',
      notFrom: ['X-OC-ID'],
      cells: {
        ends: ['transfer-members/source-that-is-nearly-an-account'],
        confusables: [
          'transfer-refusals/source-account-missing',
          'transfer-refusals/account-of-somebody-else',
          'transfer-members/source-that-is-nearly-an-account',
        ],
        echoes: ['transfer/parties-and-amount-of-the-proof'],
      },
    },
  ],
  [
    'from.reference',
    'text',
    {
      returned: { proof: { as: 'from.reference', clause: 'TRANSFER-04' } },
      notFrom: ['to.reference'],
      cells: {
        ends: ['transfer-members/any-parties-and-amount-in-the-proof'],
        echoes: ['transfer/parties-and-amount-of-the-proof', 'transfer-members/any-parties-and-amount-in-the-proof'],
      },
    },
  ],
  ['to', 'object'],
  [
    'to.ocid',
    'ocid',
    {
      returned: { proof: { as: 'to.ocid', clause: 'TRANSFER-04' } },
      finds: 'the destination account',
      cells: {
        ends: ['transfer-members/destination-that-is-nearly-an-account'],
        confusables: [
          'transfer-refusals/destination-account-missing',
          'transfer-members/destination-that-is-nearly-an-account',
        ],
        echoes: ['transfer/parties-and-amount-of-the-proof'],
      },
    },
  ],
  [
    'to.reference',
    'text',
    {
      optional: true,
      returned: { proof: { as: 'to.reference', clause: 'TRANSFER-03' } },
      notFrom: ['from.reference', 'order.id'],
      cells: {
        ends: ['transfer-members/any-reference-in-the-proof'],
        echoes: ['transfer/recipient-with-a-reference', 'transfer-members/any-reference-in-the-proof'],
        absences: [
          'transfer/order-alone',
          'transfer-members/any-reference-in-the-proof',
          'transfer-members/order-and-a-reference-that-is-null',
        ],
      },
    },
  ],
  [
    'amount',
    'amount',
    {
      returned: { proof: { as: 'amount', clause: 'TRANSFER-04' } },
      finds: 'the balance of the source account',
      cells: {
        ends: ['transfer/parties-and-amount-of-the-proof', 'transfer-members/any-parties-and-amount-in-the-proof'],
        confusables: [
          'transfer-balance/balance-below-and-equal',
          'transfer-balance/balance-below-by-less-than-a-binary-fraction-tells',
          'transfer-balance/amounts-beyond-the-ends-of-integers',
        ],
        echoes: ['transfer/parties-and-amount-of-the-proof', 'transfer-members/any-parties-and-amount-in-the-proof'],
      },
    },
  ],
  [
    'currency',
    'currency',
    {
      returned: { proof: { as: 'currency', clause: 'TRANSFER-04' } },
      finds: 'the account of each party',
      cells: {
        confusables: ['transfer-balance/balance-equal-in-another-currency'],
        echoes: ['transfer/parties-and-amount-of-the-proof'],
      },
    },
  ],
  [
    'memo',
    'text',
    {
      optional: true,
      returned: { proof: { as: 'memo', clause: 'SIG-06' }, notification: { as: 'proof.memo', clause: 'NOTIFY-03' } },
      cells: {
        ends: [
          'transfer-members/any-transfer-at-verify',
          'notification-members/proof-of-any-transfer',
          'wire-format-members/transfer-create-with-any-text-in-every-member',
        ],
        echoes: [
          'gateway-signatures/proof-with-text-of-any-script',
          'gateway-signatures/memos-of-transfers-that-are-alike',
          'notification/proof-with-a-memo-beyond-ascii',
          'transfer-members/any-transfer-at-verify',
          'transfer-members/transfers-that-are-alike-at-verify',
          'notification-members/proof-of-any-transfer',
        ],
        absences: [
          'transfer-members/any-parties-and-amount-in-the-proof',
          'transfer-members/transfers-without-some-of-their-optional-members',
        ],
      },
    },
  ],
  [
    'order',
    'object',
    {
      optional: true,
      cells: {
        absences: ['transfer/valid-transfer', 'transfer-members/transfers-without-some-of-their-optional-members'],
      },
    },
  ],
  [
    'order.id',
    'id',
    {
      returned: { proof: { as: 'to.reference', clause: 'TRANSFER-03' } },
      notFrom: ['order.urls'],
      cells: {
        ends: ['transfer-members/any-reference-in-the-proof'],
        echoes: ['transfer/order-alone', 'transfer-members/any-reference-in-the-proof'],
      },
    },
  ],
  ['order.urls', 'addresses', { cells: { ends: reasons.unseen } }],
])

const response = membersOf({ operation, message: 'response', in: 'body', setBy: 'target' }, [
  ['proof', 'object'],
  [
    'proof.txid',
    'id',
    {
      returned: {
        notification: { as: 'proof.txid', clause: 'NOTIFY-03' },
        verify: { as: 'proof.txid', clause: 'TRANSFER-14' },
      },
      finds: 'the transaction at verify',
      notFrom: ['to.reference', 'order.id', 'amount'],
      cells: {
        confusables: [
          'transfer/equal-transfers',
          'transfer/different-transfers-at-once',
          'transfer/transfers-over-different-amounts-for-one-order',
        ],
        echoes: ['notification/proof-of-a-transfer', 'transfer/same-proof-at-verify'],
      },
    },
  ],
  ['proof.issuer', 'ocid', { notFrom: ['from.ocid'] }],
  ['proof.from', 'object'],
  ['proof.to', 'object'],
  ['proof.amount', 'amount'],
  ['proof.currency', 'currency'],
  ['proof.timestamp', 'timestamp'],
  ['proof.memo', 'text', { optional: true }],
  [
    'signature',
    'signature',
    { finds: 'the key that the gateway publishes', cells: { confusables: ['transfer/valid-transfer'] } },
  ],
])

/** The members of POST /transfer/create. Headings: Party, Proof, Endpoints. */
export const transferMembers: readonly Member[] = [...headersOf(operation), ...request, ...response]
