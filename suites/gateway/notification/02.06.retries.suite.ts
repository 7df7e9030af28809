import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { RecordedRequest } from '../../../harness/counterpart.ts'
import { blocked, expectSame, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { expectAuthenticated } from '../../support/gateway/notification/authenticated.ts'
import { notificationsSoFar, proofIn, waitForNotifications } from '../../support/gateway/notification/notifications.ts'
import { untoldRecipient } from '../../support/gateway/notification/untold-recipient.ts'

/** A further attempt carries the same proof under new headers. Headings: Events, Authentication. */
const { clause } = defineSuite({ id: 'notification-faults', roles: ['gateway'], operations: ['transfer.create'] })

const nonceOf = ({ headers }: RecordedRequest) => headers['x-oc-nonce']
const timestampOf = ({ headers }: RecordedRequest) => Number(headers['x-oc-timestamp'])

const expectNewAttempt = (first: RecordedRequest, again: RecordedRequest) => {
  expectSame(proofIn(again)?.proof, proofIn(first)?.proof, 'the proof of a further attempt')
  const [nonce, before, after] = [nonceOf(again), timestampOf(first), timestampOf(again)]
  // Missing headers fail NOTIFY-02.
  if (nonce === undefined || Number.isNaN(after)) return
  expectThat(nonceOf(first) !== nonce, 'a further attempt repeats the nonce', {
    expected: 'a new nonce',
    actual: nonce,
  })
  // A timestamp is in whole seconds, so attempts close to each other may share it.
  const apartMs = again.receivedAt - first.receivedAt
  expectThat(after > before || (after === before && apartMs < 1_500), 'a further attempt repeats the timestamp', {
    expected: `later than ${before}, ${Math.round(apartMs / 1000)} s after the first attempt`,
    actual: after,
  })
}

type Compare = (first: RecordedRequest, again: RecordedRequest) => void

/** Makes a transfer whose notification is answered 503 twice, and compares each further attempt with the first, at the end of the run. */
const compareAttempts = async (context: CheckContext, compare: Compare): Promise<void> => {
  const to = untoldRecipient(context, { status: 503, times: 2 })
  // Sent again, it would be another transaction with the same reference: a nonce that is given lets it go once, and alone.
  await context.transfer({ from: context.partner, to }, { nonce: context.fresh('n') }).asControl()
  const [first] = await waitForNotifications(context, [to.reference])
  if (!first) return blocked('no notification is sent (NOTIFY-01)', 'NOTIFY-01')
  await waitForNotifications(context, [to.reference], { count: 3, ms: waits.retry.ms })
  context.atEndOfRun(() => {
    const further = notificationsSoFar(context, [to.reference]).slice(1)
    const seconds = Math.round((performance.now() - first.at) / 1000)
    if (further.length === 0) notApplicable(`The target makes no second attempt within ${seconds} s after a 503.`)
    for (const again of further) compare(first, again)
  })
}

clause('NOTIFY-06', 'second delivery attempt', context => compareAttempts(context, expectNewAttempt), { waits: true })

clause(
  'NOTIFY-02',
  'headers of a second delivery attempt',
  context => compareAttempts(context, (_first, again) => expectAuthenticated(context, again)),
  { waits: true },
)
