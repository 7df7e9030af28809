import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectSignedByTarget } from '../../../harness/http/target-signature.ts'
import { expectSame } from '../../../harness/outcome.ts'
import {
  notifiedPayment,
  notifiedTransfer,
  requireNotification,
} from '../../support/gateway/hosted-page/session-notifications.ts'
import { proofIn, type ReceivedProof } from '../../support/gateway/notification/notifications.ts'

/** The signed proof in the Instant Transfer Notification. Heading: Events. */
const { clause } = defineSuite({ id: 'notification', roles: ['gateway'], operations: ['transfer.create'] })

const expectSigned = (context: CheckContext, received: ReceivedProof | undefined) =>
  expectSignedByTarget(context, 'the notification', {
    payload: received?.proof ?? null,
    signature: received?.signature,
  })

clause('NOTIFY-03', 'proof of a transfer', async context => {
  const { notification, transfer } = await notifiedTransfer(context)
  const received = proofIn(requireNotification(notification))
  expectSame(received?.proof, transfer.proof, 'the proof in the notification')
  expectSigned(context, received)
})

clause(
  'NOTIFY-03',
  'signature of the proof of a hosted payment',
  async context => expectSigned(context, proofIn(requireNotification(await notifiedPayment(context)))),
  { operations: ['orders.checkout'] },
)
