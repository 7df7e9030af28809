import type { CheckContext } from '../../../../harness/context.ts'
import type { RecordedRequest } from '../../../../harness/counterpart.ts'
import { expectThat } from '../../../../harness/outcome.ts'
import { isAboutTransaction, waitForNotifications } from './notifications.ts'

const isAtMerchant = ({ merchant }: CheckContext, { kind, ocid }: RecordedRequest): boolean =>
  kind === 'notification' && ocid === merchant.ocid

/**
 * Waits for the notification of a transaction known only by its txid, and returns the one at the merchant. Others get notifications
 * of other transactions if the target repeats the txid (TRANSFER-05).
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

/** Fails the clause unless a notification reached the webhook of the merchant. Returns it. Heading: Events. */
export const expectAtMerchant = (context: CheckContext, notification: RecordedRequest | undefined): RecordedRequest => {
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
