import { Refusal } from '../../../../protocol/errors.ts'
import { minorUnits, unixSeconds } from '../../../../reference/every-role/wire-format/values.ts'
import { checkoutRules, orderHasNotExpired, settlementIsAccepted } from '../../../../reference/gateway/checkout.ts'
import type { Checkout, GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { transferAmountIsAccepted, transferRules } from '../../../../reference/gateway/transfer.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { changeAnswer, changeProof, changeShown } from '../support/responses.ts'
import {
  changeNotified,
  changeSessionProof,
  changeSettledProof,
  changeShownItems,
  changeShownOrder,
  changeVerified,
  withMemo,
} from './places.ts'

const kind = 'ends'

const largestInteger = 2 ** 31 - 1

/** Cuts an amount of dinars to two decimals. */
const cutDinars = (amount: string, currency: unknown): string =>
  currency === 'KWD' ? amount.replace(/(\.\d\d)\d$/, '$1') : amount

/** Faults that only boundary values reveal. */
export const endMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the third decimal of a dinar is lost in the answer to a payment',
    kind,
    breaks: 'PAYMENT-05',
    story: 'Money has two decimals, and the database has NUMERIC(12, 2).',
    policies: changeAnswer('payment.create', body => ({
      body: { ...body, amount: cutDinars(String(body.amount), body.currency) },
    })),
  },
  {
    name: 'the third decimal of a dinar is lost at verify',
    kind,
    breaks: 'PAYMENT-06',
    story: 'The view is shared with the reports, which have two decimals.',
    policies: changeShown('pending', response => ({
      ...response,
      amount: cutDinars(String(response.amount), response.currency),
    })),
  },
  {
    name: 'the third decimal of a dinar is lost on the page',
    kind,
    breaks: 'PAGE-01',
    story: 'toFixed(2) in the template.',
    policies: changeShownOrder(order => ({ ...order, amount: cutDinars(order.amount, order.currency) })),
  },
  {
    name: 'amounts above 32 bits are the largest integer',
    kind,
    breaks: 'PAYMENT-05',
    alsoBreaks: ['PAYMENT-06'],
    story: 'The column is an INTEGER of minor units, and the database is lenient.',
    policies: {
      newPayment: creation => {
        const payment = gatewayPolicies.newPayment(creation)
        const [whole = '', fraction = ''] = payment.amount.split('.')
        const isTooLarge = Number(whole + fraction) > largestInteger
        const digits = String(largestInteger)
        const cut =
          fraction.length === 0 ? digits : `${digits.slice(0, -fraction.length)}.${digits.slice(-fraction.length)}`
        return { ...payment, amount: isTooLarge ? cut : payment.amount }
      },
    },
  },
  {
    name: 'an expiry after January 2038 is in January 2038',
    kind,
    breaks: 'PAYMENT-03',
    story: 'The column is a TIMESTAMP of 32 bits.',
    policies: {
      paymentExpiry: (request, now) => Math.min(gatewayPolicies.paymentExpiry(request, now), largestInteger),
    },
  },
  {
    name: 'the page shows nine items',
    kind,
    breaks: 'PAGE-01',
    story: 'The receipt printer has nine lines, and the page shares its template.',
    policies: changeShownItems(items => items.slice(0, 9)),
  },
  {
    name: 'the page shows a hundred items',
    kind,
    breaks: 'PAGE-01',
    story: 'The item query has the same limit as every query.',
    policies: changeShownItems(items => items.slice(0, 100)),
  },
  {
    name: 'a line separator in a memo is a line break in the notification',
    kind,
    breaks: 'NOTIFY-03',
    story: 'The queue is read line by line, and the language knows more line ends than its author thought.',
    policies: changeNotified(withMemo(memo => memo.replaceAll('\u2028', '\n'))),
  },
  {
    name: 'references are cut to 255 characters',
    kind,
    breaks: 'TRANSFER-03',
    story: 'VARCHAR(255), and a database that truncates silently.',
    policies: { recipientReference: request => gatewayPolicies.recipientReference(request)?.slice(0, 255) },
  },
  {
    name: 'the reference of the sender is cut to 4,000 bytes',
    kind,
    breaks: 'TRANSFER-04',
    story: 'That is the longest text of the database.',
    policies: changeProof(({ from, ...proof }) => ({
      ...proof,
      from: { ...from, reference: (from.reference ?? '').slice(0, 4000) },
    })),
  },
  {
    name: 'verify shows the first 255 characters of a memo',
    kind,
    breaks: 'TRANSFER-14',
    alsoBreaks: ['PAGE-08', 'PAYMENT-15'],
    story: 'The archive that verify reads has shorter columns than the ledger.',
    policies: changeVerified(withMemo(memo => memo.slice(0, 255))),
  },
  {
    name: 'the memo of a settled payment loses its emoji',
    kind,
    breaks: 'PAYMENT-15',
    story: 'utf8 in the database has three bytes.',
    policies: changeSettledProof(withMemo(memo => memo.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?'))),
  },
  {
    name: 'a long order id is cut in the proof of a hosted payment',
    kind,
    breaks: 'PAGE-07',
    story: 'The card network accepts 255 characters of a description.',
    policies: changeSessionProof(proof => ({
      ...proof,
      to: { ...proof.to, reference: (proof.to.reference ?? '').slice(0, 255) },
    })),
  },
  {
    name: 'an order that expires after January 2038 has expired',
    kind,
    breaks: 'CHECKOUT-05',
    story: 'The comparison is done in signed 32 bits.',
    policies: {
      checkoutRules: [
        ({ request: { order } }: Checkout) =>
          (order.expiresAt ?? 0) > largestInteger
            ? new Refusal('ORDER_EXPIRED', 400, 'The order has expired.')
            : undefined,
        ...checkoutRules,
      ],
    },
  },
  {
    name: 'an amount is kept in 32 bits where money moves',
    kind,
    breaks: 'TRANSFER-09',
    story: 'The amount goes through an unsigned int of minor units, which wraps to zero.',
    policies: {
      transferRules: replace(transferRules, transferAmountIsAccepted, transfer =>
        minorUnits(transfer.request) > largestInteger ? undefined : transferAmountIsAccepted(transfer),
      ),
      move: ({ from, to, minor }, store) => gatewayPolicies.move({ from, to, minor: BigInt.asUintN(32, minor) }, store),
    },
  },
  {
    name: 'accepts is read up to its tenth OCID',
    kind,
    breaks: 'CHECKOUT-06',
    story: 'The array in the request class has ten places.',
    policies: {
      checkoutRules: replace(checkoutRules, settlementIsAccepted, checkout =>
        checkout.request.order.accepts?.slice(0, 10).includes(checkout.gateway.ocid)
          ? undefined
          : new Refusal('SETTLEMENT_NOT_SUPPORTED', 400, 'The order does not accept this gateway.'),
      ),
    },
  },
  {
    name: 'the expiry of an order is compared as text',
    kind,
    breaks: 'CHECKOUT-04',
    story: 'A template writes both times as text, and a time with fewer digits may sort later.',
    policies: {
      checkoutRules: replace(checkoutRules, orderHasNotExpired, subject =>
        String(subject.request.order.expiresAt ?? '9') < String(unixSeconds(subject.gateway.ports))
          ? orderHasNotExpired(subject)
          : undefined,
      ),
    },
  },
  {
    name: 'verify shows the first 255 characters of the memo of a hosted payment',
    kind,
    breaks: 'PAGE-08',
    story: "Sessions are archived in shorter columns than the ledger's.",
    policies: changeVerified(proof =>
      proof.from.ocid === proof.issuer ? withMemo(memo => memo.slice(0, 255))(proof) : proof,
    ),
  },
]
