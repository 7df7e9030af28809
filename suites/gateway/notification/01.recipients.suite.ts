import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { RecordedRequest } from '../../../harness/counterpart.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { openSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import { payOnPage, requireNotification } from '../../support/gateway/hosted-page/session-notifications.ts'
import { waitForNotifications } from '../../support/gateway/notification/notifications.ts'

/** Each merchant gets its own notifications. Heading: Events. */
const { clause } = defineSuite({ id: 'notification', roles: ['gateway'], operations: ['transfer.create'] })

/** Fails the clause unless a notification came to merchant2; blocks it if none came to anybody. */
const expectAtSecondMerchant = ({ merchant2 }: CheckContext, [notification]: RecordedRequest[]): void => {
  const { ocid, path } = requireNotification(notification)
  expectThat(ocid === merchant2.ocid, 'the notification of one merchant is sent to another', {
    expected: `the webhook of ${merchant2.ocid}`,
    actual: path,
  })
}

clause('NOTIFY-01', 'after a transfer to another merchant', async context => {
  const to = { ocid: context.merchant2.ocid, reference: context.fresh('second') }
  await context.transfer({ from: context.partner, to }).asControl()
  expectAtSecondMerchant(context, await waitForNotifications(context, [to.reference]))
})

clause(
  'NOTIFY-01',
  'after a hosted payment to another merchant',
  async context => {
    const session = await openSession(context, { merchant: context.merchant2 })
    const { notification } = await payOnPage(context, session)
    expectAtSecondMerchant(context, notification ? [notification] : [])
  },
  { operations: ['orders.checkout'] },
)
