import { defineSuite } from '../../../harness/clause.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import { notifiedTransfer, requireNotification } from '../../support/gateway/hosted-page/session-notifications.ts'
import { headersOf } from '../../support/gateway/notification/notification-signature.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'notification', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

clause(
  'NOTIFY-02',
  'timestamps of two notifications, seconds apart',
  async context => {
    const first = requireNotification((await notifiedTransfer(context)).notification)
    await context.idle(pause(waits.apart.ms, context.signal))
    const second = requireNotification((await notifiedTransfer(context)).notification)
    const [earlier, later] = [headersOf(first).timestamp, headersOf(second).timestamp]
    expectThat(Number(later) > Number(earlier), 'X-OC-Timestamp is not the time of sending', {
      expected: `later than ${earlier}, since ${waits.apart.ms / 1000} s have passed`,
      actual: later,
    })
  },
  { waits: true },
)

/** A notification has the time of its sending. Headings: Events, Authentication. */
export const notificationTimestamps = whereDeclared(suite)
