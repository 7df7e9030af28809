/**
 * NOTIFY-03 · The proof is the one that the caller got, and its signature verifies with the gateway's published key.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectSignedByTarget } from '../../../harness/http/target-signature.ts'
import { expectSame } from '../../../harness/outcome.ts'
import { notifiedTransfers, transferBody } from '../../members/gateway-messages.ts'
import { overMessages } from '../../members/property.ts'
import {
  notifiedPayment,
  notifiedTransfer,
  requireNotification,
} from '../../support/gateway/hosted-page/session-notifications.ts'
import { proofIn, type ReceivedProof, waitForNotifications } from '../../support/gateway/notification/notifications.ts'
import { createTransfer, proofOf, txidOf } from '../../support/gateway/transactions.ts'

const { clause } = defineSuite({ id: 'notification-members', roles: ['gateway'], operations: ['transfer.create'] })

clause.property(
  'NOTIFY-03',
  'proof of any transfer',
  overMessages({
    messages: notifiedTransfers,
    runs: 2,
    send: async (context, drawn) => {
      const response = await context.call('transfer.create', transferBody(context, drawn), { as: context.partner })
      return isSuccess(response) ? proofOf(response.json) : undefined
    },
    test: async (context, proof) => {
      const txid = txidOf(proof)
      const [notification] = await context.awaitRequests(request => proofIn(request)?.proof.txid === txid)
      expectSame(proofIn(requireNotification(notification))?.proof, proof, 'the proof in the notification')
    },
  }),
)

const proofs = defineSuite({ id: 'notification', roles: ['gateway'], operations: ['transfer.create'] })

const expectSigned = (context: CheckContext, received: ReceivedProof | undefined) =>
  expectSignedByTarget(context, 'the notification', {
    payload: received?.proof ?? null,
    signature: received?.signature,
  })

proofs.clause('NOTIFY-03', 'proof of a transfer', async context => {
  const { notification, transfer } = await notifiedTransfer(context)
  const received = proofIn(requireNotification(notification))
  expectSame(received?.proof, transfer.proof, 'the proof in the notification')
  expectSigned(context, received)
})

proofs.clause(
  'NOTIFY-03',
  'signature of the proof of a hosted payment',
  async context => expectSigned(context, proofIn(requireNotification(await notifiedPayment(context)))),
  { operations: ['orders.checkout'] },
)

/** A string with more bytes than characters. */
const memo = 'Größe 42, 東京, ☕'

proofs.clause(
  'NOTIFY-03',
  { id: 'proof-with-a-memo-beyond-ascii', title: 'proof with a non-ASCII memo' },
  async context => {
    const to = { ocid: context.merchant.ocid, reference: context.fresh('text') }
    const response = await context.transfer({ from: context.partner, to, memo })
    // SIG-06 judges whether the text may be refused.
    if (!isSuccess(response)) return void (await createTransfer(context))
    const proof = proofOf(response.json)
    const [notification] = await waitForNotifications(context, [to.reference, txidOf(proof)])
    const received = proofIn(requireNotification(notification))
    expectSame(received?.proof ?? 'no JSON object', proof, 'the proof in the notification')
  },
)
