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
        ends: reasons.notYet,
        confusables: ['transfer-refusals/source-account-missing', 'transfer-refusals/account-of-somebody-else'],
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
      cells: { ends: reasons.notYet, echoes: ['transfer/parties-and-amount-of-the-proof'] },
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
        ends: reasons.notYet,
        confusables: ['transfer-refusals/destination-account-missing'],
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
        ends: reasons.notYet,
        echoes: ['transfer/recipient-with-a-reference'],
        absences: ['transfer/order-alone'],
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
        ends: ['transfer/parties-and-amount-of-the-proof'],
        confusables: [
          'transfer-balance/balance-below-and-equal',
          'transfer-balance/balance-below-by-less-than-a-binary-fraction-tells',
        ],
        echoes: ['transfer/parties-and-amount-of-the-proof'],
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
        ends: reasons.notYet,
        echoes: ['gateway-signatures/proof-with-text-of-any-script', 'notification/proof-with-a-memo-beyond-ascii'],
        absences: reasons.notYet,
      },
    },
  ],
  ['order', 'object', { optional: true, cells: { absences: ['transfer/valid-transfer'] } }],
  [
    'order.id',
    'id',
    {
      returned: { proof: { as: 'to.reference', clause: 'TRANSFER-03' } },
      notFrom: ['order.urls'],
      cells: { ends: reasons.notYet, echoes: ['transfer/order-alone'] },
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
        confusables: ['transfer/equal-transfers', 'transfer/different-transfers-at-once'],
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
