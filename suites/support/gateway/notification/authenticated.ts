import type { CheckContext } from '../../../../harness/context.ts'
import type { RecordedRequest } from '../../../../harness/counterpart.ts'
import { expectThat } from '../../../../harness/outcome.ts'
import { headersOf, isSigned } from './notification-signature.ts'

/** Fails the clause unless a notification has the gateway's four headers, with a valid signature. Heading: Authentication. */
export const expectAuthenticated = (context: CheckContext, notification: RecordedRequest): void => {
  const headers = headersOf(notification)
  for (const [name, value] of Object.entries(headers))
    expectThat(value !== '', `the notification has no ${name}`, {
      expected: 'the four headers',
      actual: Object.keys(notification.headers),
    })
  expectThat(headers.ocid === String(context.ocid), "X-OC-ID is not the gateway's OCID", {
    expected: context.ocid,
    actual: headers.ocid,
  })
  const receivedAt = context.run.clock.requestNow(notification.receivedAt)
  const age = Math.abs(receivedAt - Number(headers.timestamp))
  const isFresh = /^\d{1,12}$/.test(headers.timestamp) && age <= context.run.profile.clockDifference.pastSeconds
  expectThat(isFresh, 'X-OC-Timestamp is not the time of sending', {
    expected: `about ${receivedAt}`,
    actual: headers.timestamp,
  })
  expectThat(isSigned(context, notification), "X-OC-Signature does not verify with the gateway's published key", {
    expected: `a signature of ${notification.method} ${notification.path}`,
    actual: headers.signature,
    byKey: true,
  })
}
