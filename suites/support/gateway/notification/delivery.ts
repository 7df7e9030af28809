import type { CheckContext } from '../../../../harness/context.ts'
import type { RecordedRequest } from '../../../../harness/counterpart.ts'
import { expectThat } from '../../../../harness/outcome.ts'

/** Fails the clause unless a notification came, to the webhook of the merchant. Returns it. Heading: Events. */
export const expectAtMerchant = (context: CheckContext, notification: RecordedRequest | undefined): RecordedRequest => {
  expectThat(notification !== undefined, 'the merchant is not notified', {
    expected: 'a notification',
    actual: 'none while it was waited for, nor later in the run',
  })
  const { kind, ocid, method, path } = notification
  const isAtMerchant = kind === 'notification' && ocid === context.merchant.ocid
  expectThat(isAtMerchant, 'the notification is sent to another address', {
    expected: `POST ${context.counterpart.baseUrl}/${context.merchant.ocid}/transfer/webhook`,
    actual: `${method} ${path}`,
  })
  return notification
}
