import type { CheckContext } from '../../../harness/context.ts'
import type { RecordedRequest } from '../../../harness/counterpart.ts'
import { blocked, notApplicable } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { notificationsSoFar, waitForNotifications } from '../../support/gateway/notification/notifications.ts'
import { unnotifiedRecipient } from '../../support/gateway/notification/unnotified-recipient.ts'

type Compare = (first: RecordedRequest, again: RecordedRequest) => void

/** Makes a transfer whose notification gets a 503 twice, and compares each further attempt with the first at the end of the run. */
export const compareAttempts = async (context: CheckContext, compare: Compare): Promise<void> => {
  const to = unnotifiedRecipient(context, { status: 503, times: 2 })
  // A retry would create another transaction with the same reference; a given nonce prevents it.
  await context.transfer({ from: context.partner, to }, { nonce: context.fresh('n') }).asControl()
  const [first] = await waitForNotifications(context, [to.reference])
  if (!first) return blocked('no notification is sent (NOTIFY-01)', 'NOTIFY-01')
  await waitForNotifications(context, [to.reference], { count: 3, ms: waits.retry.ms })
  context.atEndOfRun(() => {
    const further = notificationsSoFar(context, [to.reference]).slice(1)
    const seconds = Math.round((performance.now() - first.at) / 1000)
    if (further.length === 0)
      notApplicable(`The target does not make a second attempt within ${seconds} s after a 503.`)
    for (const again of further) compare(first, again)
  })
}
