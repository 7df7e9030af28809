/**
 * FLOW-02 · A merchant that missed the notification recovers the same proof from verify, and it verifies (on a merchant
 * target nothing triggers the recovery: the proof of verify is one that WEBHOOK-01 accepts).
 */

import { defineSuite } from '../../../harness/clause.ts'
import { expectCompletedAtVerify, proofOf, referencedOrder } from '../../support/gateway/transactions.ts'

const { clause } = defineSuite({ id: 'gateway-flow', roles: ['gateway'], operations: ['verify'] })

clause(
  'FLOW-02',
  'notification missed, proof recovered',
  async context => {
    const { order, orderReference } = referencedOrder(context, 1)
    // Without a reachable counterpart, the merchant misses the notification anyway.
    const restore = context.run.counterpart?.answerNotification({ reference: order.id }, [{ disconnect: true }, {}])
    if (restore) context.afterwards(restore)
    const to = { ocid: context.merchant.ocid, reference: order.id }
    const transfer = await context.transfer({ from: context.partner, to, order: orderReference }).asControl()
    await expectCompletedAtVerify(context, proofOf(transfer))
  },
  { operations: ['transfer.create', 'verify'] },
)
