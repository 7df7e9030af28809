import { type Member, membersOf } from '../member.ts'
import { headersOf } from './headers.ts'
import { reasons } from './reasons.ts'

const operation = 'orders.checkout'

const request = membersOf({ operation, message: 'request', in: 'body', setBy: 'caller' }, [
  ['order', 'object'],
  [
    'order.id',
    'id',
    {
      returned: {
        proof: { as: 'to.reference', clause: 'PAGE-07' },
        verify: { as: 'proof.to.reference', clause: 'PAGE-08' },
      },
      finds: 'the order, of this merchant alone',
      notFrom: ['order.reference'],
      cells: {
        ends: ['hosted-page-members/any-order-in-the-proof-of-its-payment'],
        confusables: [
          'hosted-page/orders-of-two-merchants-with-one-id',
          'checkout-members/orders-whose-ids-are-alike',
          'checkout-members/sessions-of-orders-whose-ids-are-alike',
          'checkout-members/sessions-of-two-merchants-whose-orders-have-one-id',
        ],
        echoes: [
          'hosted-page/proof-of-a-hosted-payment',
          'hosted-page/verify-shows-the-same-proof',
          'hosted-page-members/any-order-in-the-proof-of-its-payment',
          'hosted-page-members/proof-of-any-order-at-verify',
        ],
      },
    },
  ],
  [
    'order.ocid',
    'ocid',
    {
      returned: { proof: { as: 'to.ocid', clause: 'PAGE-07' } },
      finds: 'the caller',
      cells: {
        ends: reasons.signed,
        confusables: [
          'checkout/another-merchant-s-order-signed-by-the-caller',
          'checkout-members/merchant-that-is-nearly-the-caller',
        ],
        echoes: ['hosted-page/proof-of-a-hosted-payment'],
      },
    },
  ],
  [
    'order.reference',
    'text',
    {
      optional: true,
      cells: {
        ends: ['wire-format-members/orders-checkout-with-any-text-in-every-member'],
        absences: [
          'hosted-page-members/any-order-on-its-page',
          'checkout-members/orders-without-some-of-their-optional-members',
        ],
      },
    },
  ],
  [
    'order.amount',
    'amount',
    {
      returned: {
        page: { as: 'amount', clause: 'PAGE-01' },
        proof: { as: 'amount', clause: 'PAGE-07' },
        verify: { as: 'proof.amount', clause: 'PAGE-08' },
      },
      notFrom: ['order.items[].price', 'order.items[].quantity'],
      cells: {
        ends: ['hosted-page/total-that-no-binary-fraction-holds', 'hosted-page-members/any-order-on-its-page'],
        echoes: [
          'hosted-page/items-amount-and-merchant',
          'hosted-page/proof-of-a-hosted-payment',
          'hosted-page-members/any-order-on-its-page',
          'hosted-page-members/any-order-in-the-proof-of-its-payment',
          'hosted-page-members/proof-of-any-order-at-verify',
        ],
      },
    },
  ],
  [
    'order.currency',
    'currency',
    {
      returned: { proof: { as: 'currency', clause: 'PAGE-07' } },
      finds: 'the currencies that the gateway settles in',
      cells: {
        confusables: ['checkout/unsupported-currency'],
        echoes: ['hosted-page/proof-of-a-hosted-payment', 'hosted-page-members/any-order-in-the-proof-of-its-payment'],
      },
    },
  ],
  [
    'order.items',
    'list',
    {
      optional: true,
      cells: {
        ends: ['hosted-page-members/any-order-on-its-page'],
        absences: [
          'hosted-page-members/any-order-on-its-page',
          'checkout-members/orders-without-some-of-their-optional-members',
        ],
      },
    },
  ],
  [
    'order.items[].id',
    'text',
    { cells: { ends: ['wire-format-members/orders-checkout-with-any-text-in-every-member'] } },
  ],
  [
    'order.items[].name',
    'text',
    {
      returned: { page: { as: 'items[].name', clause: 'PAGE-01' } },
      notFrom: ['order.items[].id'],
      cells: {
        ends: ['hosted-page-members/any-order-on-its-page'],
        echoes: ['hosted-page/items-amount-and-merchant', 'hosted-page-members/any-order-on-its-page'],
      },
    },
  ],
  ['order.items[].quantity', 'integer', { cells: { ends: ['hosted-page-members/any-order-on-its-page'] } }],
  [
    'order.items[].price',
    'amount',
    { cells: { ends: ['hosted-page-members/any-order-on-its-page', 'hosted-page-members/items-that-cost-nothing'] } },
  ],
  [
    'order.memo',
    'text',
    {
      optional: true,
      cells: {
        ends: [
          'hosted-page-members/proof-of-any-order-at-verify',
          'wire-format-members/orders-checkout-with-any-text-in-every-member',
        ],
        absences: [
          'hosted-page-members/any-order-on-its-page',
          'checkout-members/orders-without-some-of-their-optional-members',
        ],
      },
    },
  ],
  ['order.createdAt', 'timestamp', { cells: { ends: reasons.anyRefusal } }],
  [
    'order.expiresAt',
    'timestamp',
    {
      optional: true,
      finds: 'the time of the gateway',
      cells: {
        ends: ['checkout-members/any-expiry-in-the-future', 'checkout-members/any-expiry-in-the-past'],
        confusables: ['checkout/expired-ten-minutes-ago', 'checkout/expiry-in-the-future'],
        absences: [
          'checkout/no-expiry',
          'checkout-members/orders-without-some-of-their-optional-members',
          'checkout-members/any-expiry-in-the-past',
        ],
      },
    },
  ],
  [
    'order.accepts',
    'ocids',
    {
      finds: 'the OCID of the gateway',
      cells: {
        ends: ['checkout/accepts-nobody', 'checkout-members/any-list-that-names-the-gateway'],
        confusables: [
          'checkout/accepts-other-gateways-only',
          'checkout/accepts-values-that-are-no-ocids',
          'checkout-members/accepts-numbers-that-are-nearly-the-gateway',
        ],
      },
    },
  ],
  [
    'signature',
    'signature',
    {
      finds: 'the key that the merchant registered',
      cells: { confusables: ['checkout/order-signed-with-another-key', 'checkout/signature-of-another-order'] },
    },
  ],
  ['urls', 'object', { optional: true, cells: { absences: reasons.openWhenAbsent } }],
  ['urls.order', 'addresses', { cells: { ends: reasons.unseen } }],
  [
    'urls.completed',
    'address',
    {
      returned: { callback: { as: 'urls.completed', clause: 'PAGE-03' } },
      cells: {
        ends: ['hosted-page-members/any-address-after-a-payment'],
        echoes: ['hosted-page/proof-then-urls-completed', 'hosted-page-members/any-address-after-a-payment'],
      },
    },
  ],
  [
    'urls.cancelled',
    'address',
    {
      returned: { callback: { as: 'urls.cancelled', clause: 'PAGE-04' } },
      cells: {
        ends: ['hosted-page-members/any-address-after-a-cancel'],
        echoes: ['hosted-page/cancel', 'hosted-page/failed-payment', 'hosted-page-members/any-address-after-a-cancel'],
      },
    },
  ],
])

const response = membersOf({ operation, message: 'response', in: 'body', setBy: 'target' }, [
  [
    'redirect_url',
    'address',
    {
      finds: 'the session, by its last path element',
      notFrom: ['order.id', 'order.reference'],
      cells: { confusables: ['checkout/one-session-id-for-each-order', 'hosted-page-safety/unknown-session'] },
    },
  ],
])

/** The members of POST /orders/checkout. Headings: Order, Order item, Order URLs, Endpoints. */
export const checkoutMembers: readonly Member[] = [...headersOf(operation), ...request, ...response]
