import type { MerchantPolicies } from '../../../../reference/merchant/contract.ts'
import { yieldTurn } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { changeRejection, emptyMessage, omitMessage, refuseWith } from './rejections.ts'

/** Sends the order back to the clerk when a second proof arrives. */
const reopenOrder: MerchantPolicies['pay'] = ({ record: { payment: before, ...open }, payment }, store) => {
  if (before !== undefined) store.keepOrder(open)
  return before === undefined && store.pay(open.order.id, payment)
}

/** Faults in which an order is paid twice (WEBHOOK-06, WEBHOOK-10). */
export const secondPaymentMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'a paid order is paid again',
    breaks: 'WEBHOOK-06',
    alsoBreaks: ['WEBHOOK-10'],
    story: 'UPDATE orders SET paid = true is idempotent, so everything else seemed to be.',
    policies: { pay: () => true },
  },
  {
    name: 'a second proof is answered 409',
    breaks: 'WEBHOOK-06',
    story: 'It is a conflict, and HTTP has a status for it.',
    policies: changeRejection('already paid', refuseWith('ORDER_ALREADY_PAID', 409)),
  },
  {
    name: 'a second proof is rejected without a word',
    breaks: 'WEBHOOK-06',
    story: 'message is optional in the response schema.',
    policies: changeRejection('already paid', omitMessage),
  },
  {
    name: 'a second proof is rejected with an empty message',
    breaks: 'WEBHOOK-06',
    story: 'The messages are in a file for translators, who have not received it yet.',
    policies: changeRejection('already paid', emptyMessage),
  },
  {
    name: 'a second proof opens the order again',
    breaks: 'WEBHOOK-06',
    alsoBreaks: ['WEBHOOK-10'],
    story: 'A conflict sends the order back to the clerk, which means: open.',
    policies: { pay: reopenOrder },
  },
  {
    name: 'the order is looked up, then marked paid',
    breaks: 'WEBHOOK-10',
    story: 'SELECT paid, then UPDATE without a condition.',
    policies: {
      pay: async ({ record, payment }, store) => {
        if (record.payment !== undefined) return false
        await yieldTurn(undefined)
        return store.pay(record.order.id, payment) || true
      },
    },
  },
  {
    name: 'a proof is accepted, and booked a moment later',
    breaks: 'WEBHOOK-10',
    story: 'Booking runs in the background, and only checks the txid, to book nothing twice.',
    policies: {
      pay: ({ record, payment }, store) => {
        setImmediate(() => store.pay(record.order.id, payment))
        return record.payment === undefined
      },
    },
  },
]
