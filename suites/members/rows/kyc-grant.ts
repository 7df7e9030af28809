import { type Member, membersOf, type Row } from '../member.ts'
import { reasons } from './reasons.ts'

const callbackEchoes = ['callback/everything-granted', 'callback/some-granted-some-denied']

const callbackUrl: Row = [
  'callback_url',
  'address',
  {
    returned: { callback: { as: 'the address itself', clause: 'CALLBACK-06' } },
    cells: {
      ends: ['callback-any/any-callback-address'],
      echoes: [
        'callback-query/callback-address-with-a-path-and-a-query-of-its-own-1',
        'callback-any/any-callback-address',
      ],
    },
  },
]

const grant = [
  ...membersOf({ operation: 'kyc.grant', message: 'request', in: 'path', setBy: 'caller' }, [
    [
      'ocid',
      'ocid',
      {
        returned: { page: { as: 'the OCID that asks', clause: 'CONSENT-01' } },
        finds: 'the metadata of the requester',
        notFrom: ['user_ocid'],
        cells: {
          ends: ['grant/path-ocid-that-is-no-integer'],
          confusables: ['consent/requesters-that-are-alike'],
          echoes: ['consent/ocid-of-the-requester'],
        },
      },
    ],
  ]),
  ...membersOf({ operation: 'kyc.grant', message: 'request', in: 'query', setBy: 'caller' }, [
    [
      'grants',
      'permissions',
      {
        returned: {
          page: { as: 'the list of permissions', clause: 'CONSENT-02' },
          callback: { as: 'grants and denied', clause: 'CALLBACK-05' },
        },
        cells: {
          ends: ['callback-any/beginnings-of-permissions', 'consent/any-request'],
          echoes: ['callback/exactly-the-decision'],
        },
      },
    ],
    [
      'user_ocid',
      'ocid',
      {
        returned: { callback: { as: 'user_ocid', clause: 'CALLBACK-01' } },
        finds: 'the user',
        notFrom: ['ocid'],
        cells: {
          ends: ['grant/user-ocid-that-is-no-integer', 'callback-any/any-user'],
          confusables: reasons.numberForms,
          echoes: [...callbackEchoes, 'callback-any/any-user'],
        },
      },
    ],
    callbackUrl,
    [
      'state',
      'text',
      {
        optional: true,
        returned: { callback: { as: 'state', clause: 'CALLBACK-04' } },
        cells: {
          ends: ['callback-query/any-state-with-any-decision'],
          echoes: ['callback-query/any-state-with-any-decision', 'callback-query/states-that-are-alike'],
          absences: ['callback-query/no-state', 'callback-query/any-state-with-any-decision'],
        },
      },
    ],
  ]),
]

const submission = membersOf({ operation: 'kyc.submit', message: 'request', in: 'form', setBy: 'caller' }, [
  [
    'user_ocid',
    'ocid',
    {
      finds: 'the request',
      cells: { ends: reasons.notYet, confusables: ['callback-safety/submission-for-another-user'] },
    },
  ],
  [
    'callback_url',
    'address',
    {
      finds: 'the request',
      cells: { ends: reasons.notYet, confusables: ['callback-safety/submission-with-another-callback-address'] },
    },
  ],
  ['state', 'text', { optional: true, cells: { ends: reasons.notYet, absences: reasons.notYet } }],
  [
    'granted_permissions',
    'permissions',
    {
      finds: 'the permissions of the request',
      cells: {
        ends: reasons.notYet,
        confusables: ['callback-safety/submission-with-a-permission-that-was-not-requested'],
      },
    },
  ],
  [
    'denied_permissions',
    'permissions',
    { finds: 'the permissions of the request', cells: { ends: reasons.notYet, confusables: reasons.notYet } },
  ],
])

const callback = membersOf({ operation: 'kyc.submit', message: 'response', in: 'query', setBy: 'target' }, [
  ['status', 'status'],
  ['grants', 'permissions', { optional: true }],
  ['denied', 'permissions', { optional: true }],
  ['user_ocid', 'ocid'],
  ['state', 'text', { optional: true }],
])

/** The members of the KYC redirect, the submission of its page, and the callback. Heading: GET /kyc/grant/{ocid}. */
export const grantMembers: readonly Member[] = [...grant, ...submission, ...callback]
