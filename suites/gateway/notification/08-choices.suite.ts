/**
 * NOTIFY-08 · Where the notification goes: {merchant base}/transfer/webhook, base from metadata or from the
 * registration, or the destination account's webhook address; whether the merchant as sender is told (a transfer
 * involving its OCID).
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { RecordedRequest } from '../../../harness/counterpart.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { awaitLaterNotification } from '../../support/gateway/hosted-page/session-notifications.ts'
import { waitForNotifications } from '../../support/gateway/notification/notifications.ts'

const { clause } = defineSuite({ id: 'notification-choices', roles: ['gateway'], operations: ['transfer.create'] })

/** Describes the address of a notification; registry and metadata give the same base, so they cannot be distinguished. */
const addressWord = ({ kind, ocid }: RecordedRequest, { merchant }: CheckContext) =>
  kind === 'notification' && ocid === merchant.ocid ? 'base of the merchant' : 'elsewhere'

clause.observe('NOTIFY-08', 'address of the notification', async context => {
  const { merchant, partner, journal } = context
  const to = { ocid: merchant.ocid, reference: context.fresh('address') }
  await context.transfer({ from: partner, to }).asControl()
  const [notification] = await waitForNotifications(context, [to.reference])
  const reads = journal.find(request => request.kind === 'metadata' && request.ocid === merchant.ocid)
  context.observe(
    { 'sent to': notification ? addressWord(notification, context) : 'nowhere' },
    `the merchant's metadata was ${reads.length > 0 ? 'read' : 'not read'} before`,
  )
})

clause.observe(
  'NOTIFY-08',
  { id: 'whether-the-sending-merchant-is-told', title: 'whether the sending merchant is notified' },
  async context => {
    const { merchant, merchant2, partner } = context
    const to = { ocid: merchant2.ocid, reference: context.fresh('told') }
    await context.transfer({ from: partner, to: merchant }).asControl()
    const response = await context.transfer({ from: merchant, to }, { as: merchant })
    if (!isSuccess(response))
      return context.observe({ 'who is told of what a merchant sends': 'a merchant cannot send' })
    await waitForNotifications(context, [to.reference])
    await awaitLaterNotification(context)
    const notifications = await waitForNotifications(context, [to.reference], {
      count: 3,
      ms: context.run.patience.overtakingMs,
    })
    const isNotified = (ocid: number) => notifications.some(notification => notification.ocid === ocid)
    const parties = [isNotified(merchant.ocid) ? 'sender' : '', isNotified(merchant2.ocid) ? 'recipient' : '']
    context.observe({ 'who is told of what a merchant sends': parties.filter(Boolean).join(' and ') || 'nobody' })
  },
)
