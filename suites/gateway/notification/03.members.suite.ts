import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectSame } from '../../../harness/outcome.ts'
import { notifiedTransfers, transferBody } from '../../members/gateway-messages.ts'
import { overMessages } from '../../members/property.ts'
import { requireNotification } from '../../support/gateway/hosted-page/session-notifications.ts'
import { proofIn } from '../../support/gateway/notification/notifications.ts'
import { proofOf, txidOf } from '../../support/gateway/transactions.ts'

/** A notification carries the proof, whatever the transfer says. Heading: Events. */
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
