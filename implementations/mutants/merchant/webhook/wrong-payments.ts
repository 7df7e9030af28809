import { isDecimal, isSameAmount } from '../../../../protocol/amount.ts'
import { Refusal } from '../../../../protocol/errors.ts'
import { minorUnits } from '../../../../reference/every-role/wire-format/values.ts'
import type {
  MerchantPolicies,
  Objection,
  OrderCreation,
  WebhookRule,
} from '../../../../reference/merchant/contract.ts'
import { orderRules } from '../../../../reference/merchant/order/rules.ts'
import { amountDiffers, currencyDiffers, objections } from '../../../../reference/merchant/webhook/objections.ts'
import { webhookRules } from '../../../../reference/merchant/webhook/rules.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import { replace, without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { skipValidation } from '../support/policies.ts'
import { changeRejection, omitMessage, refuseWith } from './rejections.ts'

/** Refuses orders over a trillion or more. */
const isWithinLimit: Rule<OrderCreation> = ({ request: { amount } }) =>
  Number(amount) < 1e12 ? undefined : new Refusal('AMOUNT_NOT_ACCEPTED', 400, 'The amount is too large.')

const isTwoDigits = (amount: string): boolean => /^[0-9]+([.][0-9]{1,2})?$/.test(amount)

/** Orders on hold because of a proof that did not match. */
const heldOrders = new WeakSet<object>()

const holdFor =
  (objection: Objection): Objection =>
  proofOfOrder => {
    const { order } = proofOfOrder.record
    const message = heldOrders.has(order) ? 'The order is on hold.' : objection(proofOfOrder)
    if (message !== undefined) heldOrders.add(order)
    return message
  }

/** The sums received for orders, in minor units. */
const paidInParts = new WeakMap<object, bigint>()

const objectUntilPaidInParts: Objection = proofOfOrder => {
  const { proof, record } = proofOfOrder
  if (amountDiffers(proofOfOrder) === undefined && !paidInParts.has(record.order)) return undefined
  const due = minorUnits(record.order)
  const paid = (paidInParts.get(record.order) ?? 0n) + minorUnits(proof)
  if (paid <= due) paidInParts.set(record.order, paid)
  return paid === due ? undefined : 'A part of the amount is open.'
}

/** Assigns a proof without an order to the oldest open order with its amount. */
const guessOrder: WebhookRule = ({ signed: { proof }, merchant }) => {
  const fitting = merchant.store
    .orders()
    .find(({ order, payment }) => payment === undefined && order.amount === proof.amount)
  if (!proof.to.reference && fitting) proof.to.reference = fitting.order.id
  return undefined
}

/** Faults in the treatment of a proof that does not match its order (WEBHOOK-07, WEBHOOK-08, WEBHOOK-17). */
export const wrongPaymentMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'whoever pays more pays, too',
    breaks: 'WEBHOOK-07',
    alsoBreaks: ['WEBHOOK-17'],
    story: 'amount >= order.amount, so that no customer is turned away for a cent.',
    policies: { isSameAmount: (paid, due) => Number(paid) >= Number(due) },
  },
  {
    name: 'the amount is not compared',
    breaks: 'WEBHOOK-07',
    alsoBreaks: ['WEBHOOK-17'],
    story: 'The gateway was expected to check the amount.',
    policies: { objections: without(objections, amountDiffers) },
  },
  {
    name: 'amounts are compared without their cents',
    breaks: 'WEBHOOK-07',
    alsoBreaks: ['WEBHOOK-17'],
    story: 'parseInt instead of parseFloat.',
    policies: { isSameAmount: (paid, due) => Number.parseInt(paid, 10) === Number.parseInt(due, 10) },
  },
  {
    name: 'amounts are compared as floating-point numbers',
    breaks: 'WEBHOOK-07',
    story: 'Number(paid) === Number(due).',
    policies: { isSameAmount: (paid, due) => Number(paid) === Number(due) },
  },
  {
    name: 'large amounts lose their cents when they are compared',
    breaks: 'WEBHOOK-07',
    story: 'Digits are cut to the two of the currency before the amounts become numbers.',
    policies: {
      isSameAmount: (paid, due) => isTwoDigits(paid) && Number(paid) === Number(due),
    },
  },
  {
    name: 'amounts of up to 12 digits are compared in single precision',
    breaks: 'WEBHOOK-07',
    story: 'The amount column is a REAL; orders beyond a trillion are refused.',
    policies: {
      orderRules: [...orderRules, isWithinLimit],
      isSameAmount: (paid, due) =>
        isSameAmount(paid, due) || (isTwoDigits(paid) && Math.fround(Number(paid)) === Math.fround(Number(due))),
    },
  },
  {
    name: 'an amount of up to 8 decimal places is compared by its beginning',
    breaks: 'WEBHOOK-07',
    story: "Digits after the order's amount count as zeros; more decimals than a column holds are refused.",
    policies: {
      isSameAmount: (paid, due) => isSameAmount(paid, due) || (/[.][0-9]{1,8}$/.test(paid) && paid.startsWith(due)),
    },
  },
  {
    name: 'the amount of a proof is whatever is a number',
    breaks: 'FMT-05',
    alsoBreaks: ['FMT-08'],
    story: 'The webhook validator only requires a value, and Number() accepts blanks and exponents.',
    policies: {
      ...skipValidation('signed-proof', '/proof/amount'),
      isSameAmount: (paid, due) => (isDecimal(paid) ? isSameAmount(paid, due) : Number(paid) === Number(due)),
    },
  },
  {
    name: 'payments in part add up',
    breaks: 'WEBHOOK-07',
    story: 'Two people share a bill, and the shop adds up the payments for it.',
    policies: { objections: replace(objections, amountDiffers, objectUntilPaidInParts) },
  },
  {
    name: 'a wrong amount puts the order on hold',
    breaks: 'WEBHOOK-07',
    story: 'An order with a wrong payment needs a manual check, so nothing more is accepted for it.',
    policies: { objections: replace(objections, amountDiffers, holdFor(amountDiffers)) },
  },
  {
    name: 'the currency is not compared',
    breaks: 'WEBHOOK-18',
    alsoBreaks: ['WEBHOOK-08'],
    story: 'So far the shop sells in one currency.',
    policies: { objections: without(objections, currencyDiffers) },
  },
  {
    name: 'another currency puts the order on hold',
    breaks: 'WEBHOOK-18',
    story: 'The exchange rate needs a manual check, so nothing more is accepted for the order.',
    policies: { objections: replace(objections, currencyDiffers, holdFor(currencyDiffers)) },
  },
  {
    name: 'a proof for an unknown order is answered 404',
    breaks: 'WEBHOOK-08',
    story: 'The repository throws NotFound, which the framework turns into a 404.',
    policies: changeRejection('no such order', refuseWith('ORDER_NOT_FOUND', 404)),
  },
  {
    name: 'a proof that names no order pays the oldest open one over its amount',
    breaks: 'WEBHOOK-08',
    alsoBreaks: ['WEBHOOK-01'],
    story: 'Payments without a reference are matched by amount, as in the accounts of the shop.',
    policies: { webhookRules: [...webhookRules, guessOrder] },
  },
  {
    name: 'a wrong amount is answered accepted',
    breaks: 'WEBHOOK-17',
    story: 'The proof was processed, after all; the back office shows that the order is still open.',
    policies: changeRejection('amount', ({ txid }) => ({ status: 'accepted', txid })),
  },
  {
    name: 'a wrong amount is rejected without a word',
    breaks: 'WEBHOOK-17',
    story: 'message is optional in the response schema.',
    policies: changeRejection('amount', omitMessage),
  },
]
