/** NOTIFY-06 · A second delivery attempt carries the same proof under a new nonce and timestamp. */

import { defineSuite } from '../../../harness/clause.ts'
import type { RecordedRequest } from '../../../harness/counterpart.ts'
import { expectSame, expectThat } from '../../../harness/outcome.ts'
import { proofIn } from '../../support/gateway/notification/notifications.ts'
import { compareAttempts } from './06-second-attempt.ts'

const { clause } = defineSuite({ id: 'notification-faults', roles: ['gateway'], operations: ['transfer.create'] })

const nonceOf = ({ headers }: RecordedRequest) => headers['x-oc-nonce']

const timestampOf = ({ headers }: RecordedRequest) => Number(headers['x-oc-timestamp'])

const expectNewAttempt = (clocksApartMs: number, first: RecordedRequest, again: RecordedRequest) => {
  expectSame(proofIn(again)?.proof, proofIn(first)?.proof, 'the proof of a further attempt')
  const [nonce, before, after] = [nonceOf(again), timestampOf(first), timestampOf(again)]
  // Missing headers fail NOTIFY-02.
  if (nonce === undefined || Number.isNaN(after)) return
  expectThat(nonceOf(first) !== nonce, 'a further attempt repeats the nonce', {
    expected: 'a new nonce',
    actual: nonce,
  })
  // Timestamps are in whole seconds, so attempts close together may share one.
  const apartMs = again.receivedAt - first.receivedAt
  const isNew = after === before ? apartMs < 1_500 + clocksApartMs : after > before - clocksApartMs / 1_000
  expectThat(isNew, 'a further attempt repeats the timestamp', {
    expected: `later than ${before}, ${Math.round(apartMs / 1000)} s after the first attempt`,
    actual: after,
  })
}

clause('NOTIFY-06', 'second delivery attempt', context =>
  compareAttempts(context, (first, again) => expectNewAttempt(context.run.clock.apartMs(), first, again)),
)
