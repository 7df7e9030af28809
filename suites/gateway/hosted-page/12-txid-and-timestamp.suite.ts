/** PAGE-12 · The proof of a hosted payment has a txid of its own, and its timestamp is the time of completion. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { numberOf } from '../../../protocol/json/any-json.ts'
import type { Order } from '../../../schemas/messages.ts'
import {
  type CheckoutSession,
  openSession,
  redirectOf,
  requireLoaded,
  visitOrder,
} from '../../support/gateway/hosted-page/checkout-session.ts'
import { payForProof } from '../../support/gateway/hosted-page/session-notifications.ts'
import { txidsIn, waitForNotifications } from '../../support/gateway/notification/notifications.ts'
import { isRound, readUntilExact, untilApart } from '../../support/rounded-times.ts'

const { clause } = defineSuite({ id: 'hosted-page', roles: ['gateway'], operations: ['orders.checkout'] })

/** Opens the session of an order with these members, or without them if the target refuses them. */
const openIfTaken = async (context: CheckContext, members: Partial<Order>): Promise<CheckoutSession> => {
  const session = await visitOrder(context, context.merchant.order(members))
  return session ? requireLoaded(session) : openSession(context)
}

clause('PAGE-12', 'txid and time of the proof', async context => {
  const reference = context.fresh('ref')
  // A gateway may refuse such an old order, or a reference that another order has.
  const session = await openIfTaken(context, { reference, createdAt: context.now() - 3000 })
  const began = context.now()
  const first = await payForProof(context, session)
  const { order, ...other } = await openIfTaken(context, { reference })
  // Both payments are found by order id, because they share the reference.
  const second = await payForProof(context, { ...other, order: { ...order, reference: '' } })
  const { txid, timestamp } = first.proof
  expectThat(typeof txid === 'string' && txid !== second.proof.txid, 'the txid of the proof is not unique', {
    expected: 'a txid that differs from that of another payment',
    actual: txid,
  })
  const { clock } = context.run
  const ended = clock.now(first.receivedAt) + 1
  expectThat(clock.isNow(timestamp, began, ended), 'proof.timestamp is not the time of completion', {
    expected: `${began} to ${ended}`,
    actual: timestamp,
  })
})

clause('PAGE-12', 'orders of two merchants with one id', async context => {
  const { merchant, merchant2 } = context
  const id = context.fresh('order')
  const first = await openSession(context, { merchant, order: { id } })
  const body = merchant2.signs(merchant2.order({ id }))
  const response = await context.checkout(body, { as: merchant2 })
  // If order ids are unique across merchants, they are just as good as txids.
  if (!isSuccess(response)) return
  const address = redirectOf(context, response)
  if (address === first.url) blocked('both orders have one session (CHECKOUT-10)', 'CHECKOUT-10')
  const landings = [await first.page.pay(), await (await context.customer().open(address, body.urls)).pay()]
  const notifications = await waitForNotifications(context, [id], { count: 2 })
  const recipients = new Set(notifications.map(({ ocid }) => ocid))
  if (recipients.size < 2)
    blocked(
      landings.find(landing => landing.obstacle)?.obstacle ??
        'the proofs of two hosted payments did not both arrive (NOTIFY-01)',
    )
  const txids = txidsIn(notifications)
  expectThat(txids.size > 1, 'two hosted payments have the same txid', {
    expected: 'a txid for each payment',
    actual: [...txids].map(String),
  })
})

/** A timestamp must reflect this many seconds between two payments; the clocks of different processes may hide the rest. */
const leastSeconds = 1

/** Pays a session and returns the timestamp of its proof. */
const timeOfPayment = async (context: CheckContext, session: CheckoutSession): Promise<number> =>
  numberOf((await payForProof(context, session)).proof.timestamp)

clause(
  'PAGE-12',
  { id: 'sessions-of-one-moment-paid-one-after-the-other', title: 'sessions opened together and paid one by one' },
  async context => {
    const [first, second] = await Promise.all([openSession(context), openSession(context)])
    const earlier = await timeOfPayment(context, first)
    await untilApart(context)
    const later = await timeOfPayment(context, second)
    const seconds = later - earlier
    expectThat(seconds >= leastSeconds, 'proof.timestamp is not the time of completion', {
      expected: `about ${waits.apart.ms / 1000} s after that of an earlier payment`,
      actual: `${seconds} s after it`,
    })
    const read = async () => timeOfPayment(context, await openSession(context))
    const readings = await readUntilExact(context, { read, timeOf: time => time }, [earlier, later])
    expectThat(!readings.every(isRound), 'proof.timestamp is rounded', {
      expected: 'the second of completion',
      actual: readings,
    })
  },
)
