/**
 * VERIFY-02 · completed: { status: completed, proof, signature }, the proof's issuer is the gateway, to.reference the
 * order id, the signature verifies.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { expectSignedByTarget } from '../../../harness/http/target-signature.ts'
import { expectSame } from '../../../harness/outcome.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { waitForNotifications } from '../../support/gateway/notification/notifications.ts'
import { unnotifiedRecipient } from '../../support/gateway/notification/unnotified-recipient.ts'
import { proofOf, referencedOrder, txidOf } from '../../support/gateway/transactions.ts'

const { clause } = defineSuite({ id: 'verify', roles: ['gateway'], operations: ['verify'] })
const ofTransfer = { operations: ['verify', 'transfer.create'] } as const

clause(
  'VERIFY-02',
  'completed transfer',
  async context => {
    const { order, orderReference } = referencedOrder(context, 1)
    const to = { ocid: context.merchant.ocid, reference: order.id }
    const transfer = await context.transfer({ from: context.partner, to, order: orderReference }).asControl()
    const transaction = await context.verify(txidOf(proofOf(transfer))).expectAccepted('verify-completed')
    const proof = proofOf(transaction)
    expectSame(proof.issuer, context.ocid, 'proof.issuer')
    expectSame(memberOf(proof.to, 'reference'), order.id, 'proof.to.reference')
    const { signature } = transaction
    expectSignedByTarget(context, 'the proof that verify shows', { payload: proof, signature })
  },
  ofTransfer,
)

clause(
  'VERIFY-02',
  'completed transfer whose notification fails',
  async context => {
    const to = unnotifiedRecipient(context, { status: 500, times: 20 })
    const nonce = context.fresh('n')
    const transfer = await context.transfer({ from: context.partner, to }, { nonce }).asControl()
    await waitForNotifications(context, [to.reference], { ms: context.run.patience.usualMs })
    await context.verify(txidOf(proofOf(transfer))).expectAccepted('verify-completed')
  },
  ofTransfer,
)
