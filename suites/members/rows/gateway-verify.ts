import { type Member, membersOf } from '../member.ts'

const operation = 'verify'

/** The members of GET /verify/{txid}. Heading: Endpoints. */
export const verifyMembers: readonly Member[] = [
  ...membersOf({ operation, message: 'request', in: 'path', setBy: 'caller' }, [
    [
      'txid',
      'id',
      {
        returned: { response: { as: 'txid', clause: 'VERIFY-03' } },
        finds: 'the transaction',
        cells: {
          ends: ['verify/hostile-txids'],
          confusables: ['verify/unknown-txid', 'verify-members/txids-that-are-nearly-one'],
          echoes: ['verify/pending-payment', 'verify/expired-payment'],
        },
      },
    ],
  ]),
  ...membersOf({ operation, message: 'response', in: 'body', setBy: 'target' }, [
    ['status', 'status'],
    ['proof', 'object', { optional: true }],
    [
      'signature',
      'signature',
      {
        optional: true,
        finds: 'the key that the gateway publishes',
        cells: { confusables: ['verify/completed-transfer'] },
      },
    ],
    ['txid', 'id', { optional: true }],
    ['amount', 'amount', { optional: true }],
    ['currency', 'currency', { optional: true }],
    ['createdAt', 'timestamp', { optional: true, notFrom: ['expiresAt'] }],
    ['expiresAt', 'timestamp', { optional: true, notFrom: ['createdAt'] }],
  ]),
]
