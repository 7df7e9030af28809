import { defineSuite } from '../../../harness/clause.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import { notifiedTransfer, requireNotification } from '../../support/gateway/hosted-page/session-notifications.ts'
import { headersOf } from '../../support/gateway/notification/notification-signature.ts'
import { isRound, readUntilExact } from '../../support/rounded-times.ts'

/** A notification has the time of its sending. Headings: Events, Authentication. */
const { clause } = defineSuite({ id: 'notification', roles: ['gateway'], operations: ['transfer.create'] })

clause(
  'NOTIFY-02',
  'timestamps of two notifications, seconds apart',
  async context => {
    const read = async () =>
      Number(headersOf(requireNotification((await notifiedTransfer(context)).notification)).timestamp)
    const earlier = await read()
    await context.idle(pause(waits.apart.ms, context.signal))
    const later = await read()
    expectThat(later > earlier, 'X-OC-Timestamp is not the time of sending', {
      expected: `later than ${earlier}, since ${waits.apart.ms / 1000} s have passed`,
      actual: later,
    })
    const readings = await readUntilExact(context, { read, timeOf: timestamp => timestamp }, [earlier, later])
    expectThat(!readings.every(isRound), 'X-OC-Timestamp is rounded', {
      expected: 'the second of sending',
      actual: readings,
    })
  },
  { waits: true },
)
