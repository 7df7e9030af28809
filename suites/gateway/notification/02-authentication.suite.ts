/**
 * NOTIFY-02 · It carries the four authentication headers, X-OC-ID the gateway's OCID, a fresh timestamp, a nonce of its
 * own, a signature that verifies.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { RecordedRequest } from '../../../harness/counterpart.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { areDistinct } from '../../support/gateway/entropy.ts'
import {
  notifiedPayment,
  notifiedTransfer,
  requireNotification,
} from '../../support/gateway/hosted-page/session-notifications.ts'
import { expectAuthenticated } from '../../support/gateway/notification/authenticated.ts'
import { headersOf } from '../../support/gateway/notification/notification-signature.ts'
import { isOfRun } from '../../support/gateway/notification/notifications.ts'
import { isRound, readUntilExact, untilApart } from '../../support/rounded-times.ts'
import { compareAttempts } from './06-second-attempt.ts'

const { clause } = defineSuite({ id: 'notification', roles: ['gateway'], operations: ['transfer.create'] })

const expectDifferentNonces = (...notifications: RecordedRequest[]) => {
  const nonces = notifications.map(notification => headersOf(notification).nonce)
  expectThat(areDistinct(nonces), 'two notifications have the same nonce', {
    expected: 'a unique nonce',
    actual: nonces,
  })
}

clause('NOTIFY-02', 'headers after a transfer', async context => {
  const first = requireNotification((await notifiedTransfer(context)).notification)
  expectAuthenticated(context, first)
  const second = requireNotification((await notifiedTransfer(context)).notification)
  expectDifferentNonces(first, second)
})

clause(
  'NOTIFY-02',
  'headers after a hosted payment',
  async context => {
    const first = requireNotification(await notifiedPayment(context))
    expectAuthenticated(context, first)
    expectDifferentNonces(first, requireNotification(await notifiedPayment(context)))
  },
  { operations: ['orders.checkout'] },
)

/** A repeated attempt may have the nonce of the first. */
const withUsedNonce = (notifications: readonly RecordedRequest[]): RecordedRequest[] => {
  const bodies = new Map<string, string>()
  return notifications.filter(notification => {
    const key = `${notification.ocid} ${headersOf(notification).nonce}`
    const first = bodies.get(key) ?? notification.body
    bodies.set(key, first)
    return first !== notification.body
  })
}

clause('NOTIFY-02', 'nonces of all notifications of the run', async context => {
  await notifiedTransfer(context)
  context.atEndOfRun(() => {
    const all = context.requestsSoFar(
      request => request.kind === 'notification' && 'x-oc-nonce' in request.headers && isOfRun(context, request),
    )
    const [again] = withUsedNonce(all)
    expectThat(again === undefined, 'two notifications have the same nonce', {
      expected: `a different nonce for each of ${all.length} notifications`,
      actual: again && headersOf(again).nonce,
    })
  })
})

const faults = defineSuite({ id: 'notification-faults', roles: ['gateway'], operations: ['transfer.create'] })

faults.clause('NOTIFY-02', 'headers of a second delivery attempt', context =>
  compareAttempts(context, (_first, again) => expectAuthenticated(context, again)),
)

clause('NOTIFY-02', 'timestamps of two notifications, seconds apart', async context => {
  const read = async () =>
    Number(headersOf(requireNotification((await notifiedTransfer(context)).notification)).timestamp)
  const earlier = await read()
  await untilApart(context)
  const later = await read()
  expectThat(later > earlier, 'X-OC-Timestamp is not the time of sending', {
    expected: `later than ${earlier}: ${waits.apart.ms / 1000} s have passed`,
    actual: later,
  })
  const readings = await readUntilExact(context, { read, timeOf: timestamp => timestamp }, [earlier, later])
  expectThat(!readings.every(isRound), 'X-OC-Timestamp is rounded', {
    expected: 'the second of sending',
    actual: readings,
  })
})
