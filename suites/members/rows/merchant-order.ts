import { type Member, membersOf, type Row } from '../member.ts'
import { headersOf } from './headers.ts'
import { reasons } from './reasons.ts'

const operation = 'orders.create'

/** Returns where a member of the request must be returned: in the signed order, and at its address. */
const returnedAs = (name: string) =>
  ({
    response: { as: `order.${name}`, clause: 'ORDER-02' },
    order: { as: `order.${name}`, clause: 'ORDER-08' },
  }) as const

const anyOrder = ['order/every-member-of-any-order-returned']
const echoes = [...anyOrder, 'order/any-order-at-its-address']
const absences = ['order/request-without-optional-members', ...anyOrder]

const itemRow = (name: string, type: Row[1]): Row => [
  `items[].${name}`,
  type,
  {
    returned: returnedAs(`items[].${name}`),
    cells: { ends: anyOrder, echoes },
  },
]

const request = membersOf({ operation, message: 'request', in: 'body', setBy: 'caller' }, [
  [
    'id',
    'id',
    {
      returned: returnedAs('id'),
      finds: 'the orders of the merchant',
      notFrom: ['reference'],
      cells: {
        ends: [...anyOrder, 'order/orders-at-their-addresses-whatever-their-ids'],
        confusables: [
          'order/used-id-with-other-content',
          'order/orders-whose-ids-are-alike',
          'webhook-alike/orders-and-transactions-that-are-alike',
        ],
        echoes,
      },
    },
  ],
  [
    'ocid',
    'ocid',
    {
      returned: returnedAs('ocid'),
      finds: 'the OCID of the merchant',
      cells: { ends: reasons.notYet, confusables: ['order/another-s-ocid'], echoes },
    },
  ],
  [
    'amount',
    'amount',
    {
      returned: returnedAs('amount'),
      notFrom: ['items[].price', 'items[].quantity'],
      cells: { ends: ['order/amounts-small-and-large-returned'], echoes },
    },
  ],
  ['currency', 'currency', { returned: returnedAs('currency'), cells: { echoes } }],
  [
    'reference',
    'text',
    { optional: true, returned: returnedAs('reference'), cells: { ends: anyOrder, echoes, absences } },
  ],
  ['items', 'list', { optional: true, returned: returnedAs('items'), cells: { ends: anyOrder, echoes, absences } }],
  itemRow('id', 'text'),
  itemRow('name', 'text'),
  itemRow('quantity', 'integer'),
  itemRow('price', 'amount'),
  [
    'memo',
    'text',
    {
      optional: true,
      returned: returnedAs('memo'),
      cells: { ends: ['order/text-with-blanks-at-its-ends-returned', ...anyOrder], echoes, absences },
    },
  ],
  [
    'expiresAt',
    'timestamp',
    { optional: true, returned: returnedAs('expiresAt'), cells: { ends: anyOrder, echoes, absences } },
  ],
])

const response = membersOf({ operation, message: 'response', in: 'body', setBy: 'target' }, [
  ['order', 'object'],
  ['order.createdAt', 'timestamp', { notFrom: ['expiresAt'] }],
  ['order.accepts', 'ocids'],
  [
    'signature',
    'signature',
    {
      finds: 'the key that the merchant publishes',
      cells: { confusables: ['order/signature-of-the-returned-order'] },
    },
  ],
  [
    'urls.order',
    'addresses',
    {
      finds: 'the order',
      cells: { confusables: ['order/order-at-each-of-its-addresses'] },
    },
  ],
  ['urls.completed', 'address'],
  ['urls.cancelled', 'address'],
])

/** The members of POST /orders/create. Headings: Order, Order item, Signed order, Endpoints. */
export const orderMembers: readonly Member[] = [...headersOf(operation), ...request, ...response]
