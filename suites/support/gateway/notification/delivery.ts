import type { CheckContext } from '../../../../harness/context.ts'
import type { RecordedRequest, RequestFilter } from '../../../../harness/counterpart.ts'
import { blocked, expectThat } from '../../../../harness/outcome.ts'
import { awaitLaterNotification } from '../hosted-page/session-notifications.ts'
import { isAboutTransaction, waitForNotifications } from './notifications.ts'

const isAtMerchant = ({ merchant }: CheckContext, { kind, ocid }: RecordedRequest): boolean =>
  kind === 'notification' && ocid === merchant.ocid

/**
 * Waits for the notification of a transaction known only by its txid, and returns the one at the merchant. If the target repeats the txid
 * (TRANSFER-05), other merchants may get notifications with it.
 */
export const waitByTxid = async (context: CheckContext, txid: string): Promise<RecordedRequest | undefined> => {
  const [first] = await waitForNotifications(context, [txid])
  if (first === undefined || isAtMerchant(context, first)) return first
  const isAbout = isAboutTransaction([txid])
  const [atMerchant] = await context.requestsWithin(
    context.run.patience.usualMs,
    request => isAtMerchant(context, request) && isAbout(request),
  )
  return atMerchant ?? first
}

const paused =
  'the merchant is not notified, after deliveries that failed on purpose; the target may pause deliveries to a webhook that fails: shorten its pause for the run, or set patience.notification in the config to more than the pause'

/**
 * Waits for a notification that did not arrive in time. A target may pause deliveries to a failing webhook: after failures that the harness
 * provoked, blocks the check unless a later notification arrives first and this one never does.
 */
const awaitAfterPause = async (context: CheckContext, isAbout: RequestFilter): Promise<RecordedRequest | undefined> => {
  const { counterpart, run } = context
  const isFailure: RequestFilter = request => isAtMerchant(context, request) && !isAnswered(request)
  if (counterpart.journal.find(isFailure).length === 0) return undefined
  if (!(await awaitLaterNotification(context))) blocked(paused)
  return (await context.requestsWithin(run.patience.mostMs, isAbout))[0]
}

const isAnswered = ({ responseStatus = 500 }: RecordedRequest): boolean => responseStatus < 400

/**
 * Fails the clause unless a notification reached the webhook of the merchant. Returns it; `isAbout` selects it if it arrives late. Heading:
 * Events.
 */
export const expectAtMerchant = async (
  context: CheckContext,
  inTime: RecordedRequest | undefined,
  isAbout: RequestFilter,
): Promise<RecordedRequest> => {
  const notification = inTime ?? (await awaitAfterPause(context, isAbout))
  expectThat(notification !== undefined, 'the merchant is not notified', {
    expected: 'a notification',
    actual: 'none in time, nor later in the run',
  })
  const { method, path } = notification
  expectThat(isAtMerchant(context, notification), 'the notification is sent to another address', {
    expected: `POST ${context.counterpart.baseUrl}/${context.merchant.ocid}/transfer/webhook`,
    actual: `${method} ${path}`,
  })
  return notification
}
