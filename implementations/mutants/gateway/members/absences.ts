import { Refusal } from '../../../../protocol/errors.ts'
import { isObject, type Json } from '../../../../protocol/json/json.ts'
import { checkoutRules, orderHasNotExpired } from '../../../../reference/gateway/checkout.ts'
import type { Checkout, GatewayPolicies, PaymentCreation, Transfer } from '../../../../reference/gateway/contract.ts'
import { paymentRules } from '../../../../reference/gateway/payment/create.ts'
import { paymentIsNotOver, paymentSeconds } from '../../../../reference/gateway/payment/expiry.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { transferRules } from '../../../../reference/gateway/transfer.ts'
import type { SchemaName } from '../../../../schemas/validate.ts'
import { replace, without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { changeProof } from '../support/responses.ts'
import { changeSettledProof, changeShownItems, changeShownOrder, withMemo } from './places.ts'

/** Refuses a request that lacks a member which the code expects. */
const refuseIf = (isMissing: boolean): Refusal | undefined =>
  isMissing ? new Refusal('INVALID_REQUEST', 400, 'A member is missing.') : undefined

const withoutNulls = (value: Json): Json =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, member]) => (member === null ? [] : [[name, withoutNulls(member)]])),
      )
    : value

/** Treats null members as absent when the shape of a body is validated. */
const takeNulls = (of: SchemaName): Partial<GatewayPolicies> => ({
  shapeViolations: (schema, body) => gatewayPolicies.shapeViolations(schema, schema === of ? withoutNulls(body) : body),
})

/** Returns whether a string is falsy in some language. */
const isFalsy = (text: string | undefined): boolean => text === undefined || text === '' || text === '0'

const kind = 'absences'

/** Optional members whose absence, null or falsy value the code does not expect. */
export const absenceMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'an order with items needs a memo',
    kind,
    breaks: 'CHECKOUT-01',
    story: 'The receipt prints the memo above the items, and its length is taken first.',
    policies: {
      checkoutRules: [
        ...checkoutRules,
        ({ request: { order } }: Checkout) => refuseIf(order.items !== undefined && order.memo === undefined),
      ],
    },
  },
  {
    name: 'items that cost nothing are not on the page',
    kind,
    breaks: 'PAGE-01',
    story: 'items.filter(item => Number(item.price)), which was meant to skip empty rows.',
    policies: changeShownItems(items => items.filter(({ price }) => Number(price))),
  },
  {
    name: 'an order with a reference needs items',
    kind,
    breaks: 'CHECKOUT-01',
    story: 'A reference was mistaken for the sign of a cart.',
    policies: {
      checkoutRules: [
        ...checkoutRules,
        ({ request: { order } }: Checkout) => refuseIf(order.reference !== undefined && order.items === undefined),
      ],
    },
  },
  {
    name: 'an order whose expiry is zero never expires',
    kind,
    breaks: 'CHECKOUT-04',
    story: 'if (order.expiresAt && order.expiresAt < now), and zero is false.',
    policies: {
      checkoutRules: replace(checkoutRules, orderHasNotExpired, subject =>
        subject.request.order.expiresAt === 0 ? undefined : orderHasNotExpired(subject),
      ),
    },
  },
  {
    name: 'the page of an order without items has no amount',
    kind,
    breaks: 'PAGE-01',
    story: 'The amount is in the last row of the table.',
    policies: changeShownOrder(order => (order.items === undefined ? { ...order, amount: '' } : order)),
  },
  {
    name: 'a payment for an order needs a reference',
    kind,
    breaks: 'PAYMENT-01',
    story: 'Both are joined into one text for the bank.',
    policies: {
      paymentRules: [
        ...paymentRules,
        ({ request }: PaymentCreation) => refuseIf(request.order !== undefined && request.reference === undefined),
      ],
    },
  },
  {
    name: 'a payment with an expiry needs a memo',
    kind,
    breaks: 'PAYMENT-01',
    story: 'A reminder is written before the expiry, with the memo as its text.',
    policies: {
      paymentRules: [
        ...paymentRules,
        ({ request }: PaymentCreation) => refuseIf(request.expiresAt !== undefined && request.memo === undefined),
      ],
    },
  },
  {
    name: 'a transfer for an order needs a memo',
    kind,
    breaks: 'TRANSFER-01',
    alsoBreaks: ['TRANSFER-03'],
    story: 'The memo becomes the booking text if there is an order.',
    policies: {
      transferRules: [
        ...transferRules,
        ({ request }: Transfer) => refuseIf(request.order !== undefined && request.memo === undefined),
      ],
    },
  },
  {
    name: 'a payment whose expiry is zero has the default one',
    kind,
    breaks: 'PAYMENT-03',
    story: 'expiresAt || now + 3600, and zero is false.',
    policies: {
      paymentRules: replace(paymentRules, paymentIsNotOver, creation =>
        creation.request.expiresAt === 0 ? undefined : paymentIsNotOver(creation),
      ),
      paymentExpiry: ({ expiresAt }, now) => expiresAt || now + paymentSeconds,
    },
  },
  {
    name: 'an expiry that is null is in 1970',
    kind,
    breaks: 'PAYMENT-02',
    story: 'Number(null) is 0, and null is not undefined.',
    policies: {
      ...takeNulls('payment-request'),
      paymentRules: without(paymentRules, paymentIsNotOver),
      paymentExpiry: ({ expiresAt }, now) => (expiresAt === undefined ? now + paymentSeconds : Number(expiresAt)),
    },
  },
  {
    name: 'a reference that is null is the word null',
    kind,
    breaks: 'TRANSFER-03',
    story: 'A template joins the parts of the reference.',
    policies: {
      ...takeNulls('transfer-request'),
      recipientReference: ({ to, order }) => (to.reference === undefined ? order?.id : String(to.reference)),
    },
  },
  {
    name: 'a reference of zero counts as absent',
    kind,
    breaks: 'TRANSFER-03',
    alsoBreaks: ['TRANSFER-14', 'NOTIFY-03'],
    story: 'empty() in a language in which the text 0 is empty.',
    policies: {
      recipientReference: ({ to, order }) => [to.reference, order?.id].find(text => !isFalsy(text)),
    },
  },
  {
    name: 'a sender reference of zero counts as absent',
    kind,
    breaks: 'TRANSFER-04',
    story: 'if ($reference), and the text 0 is false.',
    policies: changeProof(({ from, ...proof }) => ({
      ...proof,
      from: isFalsy(from.reference) ? { ocid: from.ocid } : from,
    })),
  },
  {
    name: 'a settled payment forgets a memo that is zero',
    kind,
    breaks: 'PAYMENT-15',
    story: 'if ($memo), and the text 0 is false.',
    policies: changeSettledProof(withMemo(memo => (isFalsy(memo) ? undefined : memo))),
  },
]
