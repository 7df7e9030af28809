import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { RecordedRequest } from '../../../harness/counterpart.ts'
import { expectFits } from '../../../harness/http/pending-response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { isObject } from '../../../protocol/json.ts'
import { visitOrder } from '../../support/gateway/checkout-session.ts'
import { notifiedPayment, notifiedTransfer, payOnPage } from '../../support/gateway/session-notifications.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'notification', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

const expectDelivered = (context: CheckContext, notification: RecordedRequest | undefined) => {
  expectThat(notification !== undefined, 'the merchant is not notified', {
    expected: 'a notification',
    actual: `none within ${Math.round(context.run.patience.mostMs / 1_000)} s, nor later in the run`,
  })
  const { kind, ocid, method, path, headers, json, body } = notification
  const isAtMerchant = kind === 'notification' && ocid === context.merchant.ocid
  expectThat(isAtMerchant, 'the notification is sent to another address', {
    expected: `POST ${context.counterpart.baseUrl}/${context.merchant.ocid}/transfer/webhook`,
    actual: `${method} ${path}`,
  })
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase()
  expectThat(type === 'application/json', 'the notification is not sent as JSON', {
    expected: 'application/json',
    actual: type || 'no content type',
  })
  expectThat(isObject(json), 'the notification is not a JSON object', {
    expected: '{ proof, signature }',
    actual: body,
  })
  expectFits(json, 'signed-proof', 'the notification')
}

clause('NOTIFY-01', 'after a transfer', async context =>
  expectDelivered(context, (await notifiedTransfer(context)).notification),
)

clause(
  'NOTIFY-01',
  'after a hosted payment',
  async context => expectDelivered(context, await notifiedPayment(context)),
  { operations: ['orders.checkout'] },
)

clause(
  'NOTIFY-01',
  'after a hosted payment of an order without a memo',
  async context => {
    const { memo: _memo, ...order } = context.merchant.order()
    const session = await visitOrder(context, order)
    if (session === undefined) return blocked('an order without a memo is refused (CHECKOUT-01)')
    expectDelivered(context, (await payOnPage(context, session)).notification)
  },
  { operations: ['orders.checkout'] },
)

/** The address and the shape of the Instant Transfer Notification. Heading: Events. */
export const notificationDelivery = whereDeclared(suite)
