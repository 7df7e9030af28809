import { Refusal } from '../../../protocol/errors.ts'
import { type MerchantPolicies, merchantPolicies } from '../../../reference/merchant/policies.ts'
import {
  amountDiffers,
  currencyDiffers,
  type Objection,
  objections,
  type ProofCheck,
  webhookChecks,
} from '../../../reference/merchant/webhook/receive.ts'
import type { WebhookResponse } from '../../../schemas/messages.ts'
import { paused, replaced, without } from '../changes.ts'
import type { Mutant } from '../mutant.ts'

/** The answer to one kind of proof that does not pay, the others as they are. */
const rejectingWith = (
  part: string,
  answer: (whole: WebhookResponse) => WebhookResponse,
): Pick<MerchantPolicies, 'rejection'> => ({
  rejection: (proof, message) => {
    const whole = merchantPolicies.rejection(proof, message)
    return message.includes(part) ? answer(whole) : whole
  },
})

const unexplained = ({ message: _message, ...rest }: WebhookResponse): WebhookResponse => rest

const refused = (code: string, status: number) => (): never => {
  throw new Refusal(code, status, 'The proof cannot be processed.')
}

/** A second proof makes a conflict, and a clerk has to look at the order. */
const reopened: MerchantPolicies['pay'] = ({ known: { payment: before, ...open }, payment }, store) => {
  if (before !== undefined) store.keepOrder(open)
  return before === undefined && store.pay(open.order.id, payment)
}

/** Orders that somebody has to look at, because of a proof that did not fit. */
const onHold = new WeakSet<object>()

const isHeld: Objection = settling => {
  const { order } = settling.known
  const message = onHold.has(order) ? 'The order is on hold.' : amountDiffers(settling)
  if (message !== undefined) onHold.add(order)
  return message
}

/** A proof that names no order goes to the oldest open one over its amount. */
const orderIsGuessed: ProofCheck = ({ signed: { proof }, merchant }) => {
  const { orders } = merchant.store.snapshot()
  const fitting = orders.find(({ order, payment }) => payment === undefined && order.amount === proof.amount)
  if (!proof.to.reference && fitting) proof.to.reference = fitting.order.id
  return undefined
}

/** Faults in which proof pays an order, and in what is answered to one that does not. */
export const webhookPaymentMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'a paid order is paid again',
    breaks: 'WEBHOOK-06',
    alsoBreaks: ['WEBHOOK-10'],
    story: 'UPDATE orders SET paid = true is idempotent, and so is everything else, it was thought.',
    policies: { pay: () => true },
  },
  {
    name: 'a second proof is answered 409',
    breaks: 'WEBHOOK-06',
    story: 'Conflict is the word for it, and HTTP has a status for the word.',
    policies: rejectingWith('already paid', refused('ORDER_ALREADY_PAID', 409)),
  },
  {
    name: 'a second proof is rejected without a word',
    breaks: 'WEBHOOK-06',
    story: 'message is optional in the schema of the answer.',
    policies: rejectingWith('already paid', unexplained),
  },
  {
    name: 'a second proof opens the order again',
    breaks: 'WEBHOOK-06',
    alsoBreaks: ['WEBHOOK-10'],
    story: 'A conflict sends the order back to the clerk, and back is open.',
    policies: { pay: reopened },
  },
  {
    name: 'whoever pays more pays, too',
    breaks: 'WEBHOOK-07',
    alsoBreaks: ['WEBHOOK-17'],
    story: 'amount >= order.amount, so that no customer is turned away for a cent.',
    policies: { sameAmount: (paid, due) => Number(paid) >= Number(due) },
  },
  {
    name: 'the amount is not compared',
    breaks: 'WEBHOOK-07',
    alsoBreaks: ['WEBHOOK-17'],
    story: 'The gateway has checked the amount, it was thought.',
    policies: { objections: without(objections, amountDiffers) },
  },
  {
    name: 'amounts are compared without their cents',
    breaks: 'WEBHOOK-07',
    alsoBreaks: ['WEBHOOK-17'],
    story: 'parseInt, where parseFloat was meant.',
    policies: { sameAmount: (paid, due) => Number.parseInt(paid, 10) === Number.parseInt(due, 10) },
  },
  {
    name: 'a wrong amount puts the order on hold',
    breaks: 'WEBHOOK-07',
    story: 'Somebody should look at an order for which a wrong amount came, so nothing more is taken for it.',
    policies: { objections: replaced(objections, amountDiffers, isHeld) },
  },
  {
    name: 'the currency is not compared',
    breaks: 'WEBHOOK-08',
    story: 'The shop sells in one currency, so far.',
    policies: { objections: without(objections, currencyDiffers) },
  },
  {
    name: 'a proof for an unknown order is answered 404',
    breaks: 'WEBHOOK-08',
    story: 'The repository throws NotFound, and the framework makes a 404 of it.',
    policies: rejectingWith('no such order', refused('ORDER_NOT_FOUND', 404)),
  },
  {
    name: 'a proof that names no order pays the oldest open one over its amount',
    breaks: 'WEBHOOK-08',
    story: 'What came in without a reference was matched by its amount, as in the books of the bank account.',
    policies: { webhookChecks: [...webhookChecks, orderIsGuessed] },
  },
  {
    name: 'the order is looked up, then marked paid',
    breaks: 'WEBHOOK-10',
    story: 'SELECT paid, then UPDATE, without a condition.',
    policies: {
      pay: async ({ known, payment }, store) => {
        if (known.payment !== undefined) return false
        await paused(undefined)
        return store.pay(known.order.id, payment) || true
      },
    },
  },
  {
    name: 'a proof is accepted, and booked a moment later',
    breaks: 'WEBHOOK-10',
    story: 'The booking runs in the background, and only looks at the txid, so that nothing is booked twice.',
    policies: {
      pay: ({ known, payment }, store) => {
        setImmediate(() => store.pay(known.order.id, payment))
        return known.payment === undefined
      },
    },
  },
  {
    name: 'a wrong amount is answered accepted',
    breaks: 'WEBHOOK-17',
    story: 'The proof was processed, after all; that the order stays open is seen in the back office.',
    policies: rejectingWith('amount', ({ txid }) => ({ status: 'accepted', txid })),
  },
  {
    name: 'a wrong amount is rejected without a word',
    breaks: 'WEBHOOK-17',
    story: 'message is optional in the schema of the answer.',
    policies: rejectingWith('amount', unexplained),
  },
]
