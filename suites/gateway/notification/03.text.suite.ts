import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectSame } from '../../../harness/outcome.ts'
import { requireNotification } from '../../support/gateway/hosted-page/session-notifications.ts'
import { proofIn, waitForNotifications } from '../../support/gateway/notification/notifications.ts'
import { createTransfer, proofOf, txidOf } from '../../support/gateway/transactions.ts'

/** A notification is whole, whatever its text. Heading: Events. */
const { clause } = defineSuite({ id: 'notification', roles: ['gateway'], operations: ['transfer.create'] })

/** A text with more bytes than characters. */
const memo = 'Größe 42, 東京, ☕'

clause('NOTIFY-03', 'proof with a memo beyond ASCII', async context => {
  const to = { ocid: context.merchant.ocid, reference: context.fresh('text') }
  const response = await context.transfer({ from: context.partner, to, memo })
  // A refusal of the text is no fault of the notification (SIG-06).
  if (!isSuccess(response)) return void (await createTransfer(context))
  const proof = proofOf(response.json)
  const [notification] = await waitForNotifications(context, [to.reference, txidOf(proof)])
  const received = proofIn(requireNotification(notification))
  expectSame(received?.proof ?? 'no JSON object', proof, 'the proof in the notification')
})
