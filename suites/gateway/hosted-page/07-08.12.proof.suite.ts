import { isDeclared } from '../../../harness/capabilities.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectSignedByTarget } from '../../../harness/http/target-signature.ts'
import { blocked, expectSame, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { numberOf, textOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import type { Order } from '../../../schemas/messages.ts'
import { twoItems } from '../../support/gateway/checkout/order-items.ts'
import {
  type CheckoutSession,
  openSession,
  redirectOf,
  requireLoaded,
  visitOrder,
} from '../../support/gateway/hosted-page/checkout-session.ts'
import { isCompleted } from '../../support/gateway/hosted-page/landing-pages.ts'
import { payOtherwise } from '../../support/gateway/hosted-page/other-option.ts'
import { identifiersOf, payForProof } from '../../support/gateway/hosted-page/session-notifications.ts'
import {
  proofIn,
  type ReceivedProof,
  txidsIn,
  waitForNotifications,
} from '../../support/gateway/notification/notifications.ts'
import { readTransaction } from '../../support/gateway/transactions.ts'
import { isRound, readUntilExact } from '../../support/rounded-times.ts'

/** The proof of a hosted payment. Headings: Proof, POST /orders/checkout. */
const { clause } = defineSuite({ id: 'hosted-page', roles: ['gateway'], operations: ['orders.checkout'] })

/** Fails the clause unless a proof is of the order of a session. */
const expectProofOf = (
  context: CheckContext,
  session: CheckoutSession,
  { proof }: Pick<ReceivedProof, 'proof'>,
): void => {
  const { id, ocid, amount, currency } = session.order
  expectSame(proof.issuer, context.ocid, 'proof.issuer')
  expectSame(memberOf(proof.to, 'ocid'), ocid, 'proof.to.ocid')
  expectSame(memberOf(proof.to, 'reference'), id, 'proof.to.reference')
  const isAmount = typeof proof.amount === 'string' && isSameAmount(proof.amount, amount)
  expectThat(isAmount, 'proof.amount is not the amount of the order', { expected: amount, actual: proof.amount })
  expectSame(proof.currency, currency, 'proof.currency')
}

clause('PAGE-07', 'proof of a hosted payment', async context => {
  const session = await openSession(context, { order: twoItems(context) })
  expectProofOf(context, session, await payForProof(context, session))
})

clause('PAGE-07', 'proof of a hosted payment to another merchant', async context => {
  const session = await openSession(context, { merchant: context.merchant2 })
  expectProofOf(context, session, await payForProof(context, session))
})

clause('PAGE-07', 'proof of a payment by another option', async context => {
  const paid = await payOtherwise(context)
  if (paid === undefined || !isCompleted(paid.landing, paid.session)) return
  const { session } = paid
  const [notification] = await waitForNotifications(context, identifiersOf(session))
  const signed = notification && proofIn(notification)
  expectProofOf(context, session, signed ?? blocked('no proof of the hosted payment is sent (PAGE-03)', 'PAGE-03'))
})

clause('PAGE-07', 'one of two pages that a browser has open', async context => {
  const customer = context.customer()
  const first = await openSession(context, { customer })
  const second = await openSession(context, { customer })
  const landing = await first.page.pay()
  const both = [first, second]
  const isPaid = both.some(session => isCompleted(landing, session))
  const time = isPaid ? {} : { ms: context.run.patience.overtakingMs }
  const [notification] = await waitForNotifications(context, both.flatMap(identifiersOf), time)
  const proof = notification && proofIn(notification)?.proof
  if (proof === undefined)
    return notApplicable('Paying one of two pages that a browser has open leads to no proof, as it may.')
  expectThat(memberOf(proof.to, 'reference') !== second.order.id, 'the proof is for the order of another page', {
    expected: `${first.order.id}, whose page was paid`,
    actual: `${second.order.id}, whose page the browser opened after it`,
  })
})

clause(
  'PAGE-07',
  'memos of orders that come and are paid in turn',
  async context => {
    const open = () => openSession(context, { order: { memo: context.fresh('memo') } })
    const sessions = [await open(), await open(), await open()]
    for (const session of sessions) {
      const { proof } = await payForProof(context, session)
      // Whether a proof repeats the memo is not shown.
      const other = sessions.find(({ order }) => order !== session.order && order.memo === proof.memo)
      expectThat(other === undefined, 'the proof has the memo of another order', {
        expected: `${session.order.memo}, or none`,
        actual: proof.memo,
      })
    }
  },
  // So that no other order comes in between.
  { alone: true },
)

clause(
  'PAGE-08',
  'verify shows the same proof',
  async context => {
    const { proof } = await payForProof(context, await openSession(context))
    const { json } = await readTransaction(context, textOf(proof.txid))
    expectSame(memberOf(json, 'proof'), proof, 'the proof that verify shows')
    const signature = memberOf(json, 'signature')
    expectSignedByTarget(context, 'the proof that verify shows', { payload: proof, signature })
  },
  { operations: ['orders.checkout', 'verify'] },
)

/** Pays an order of another merchant that has this id, and transfers money to the merchant with it; either may be refused. */
const useIdAgain = async (context: CheckContext, id: string): Promise<void> => {
  const { merchant, merchant2, partner } = context
  const body = merchant2.signs(merchant2.order({ id }))
  const response = await context.checkout(body, { as: merchant2 })
  if (isSuccess(response)) await (await context.customer().open(redirectOf(context, response), body.urls)).pay()
  if (isDeclared(context, 'transfer.create'))
    await context.transfer({ from: partner, to: { ocid: merchant.ocid, reference: id } })
}

clause(
  'PAGE-08',
  'verify shows the same proof after other transactions with the id of its order',
  async context => {
    const id = context.fresh('order')
    const { proof } = await payForProof(context, await openSession(context, { order: { id } }))
    await useIdAgain(context, id)
    const { json } = await readTransaction(context, textOf(proof.txid))
    expectSame(memberOf(json, 'proof'), proof, 'the proof that verify shows')
  },
  { operations: ['orders.checkout', 'verify'] },
)

/** Opens the session of an order with these members; without them if the target refuses an order for them. */
const openIfTaken = async (context: CheckContext, members: Partial<Order>): Promise<CheckoutSession> => {
  const session = await visitOrder(context, context.merchant.order(members))
  return session ? requireLoaded(session) : openSession(context)
}

clause('PAGE-12', 'txid and time of the proof', async context => {
  const reference = context.fresh('ref')
  // A gateway may refuse an order that was made so long ago, or a reference that another order has.
  const session = await openIfTaken(context, { reference, createdAt: context.now() - 3000 })
  const began = context.now()
  const first = await payForProof(context, session)
  const { order, ...other } = await openIfTaken(context, { reference })
  // Both payments are found by their order ids, since they share the reference.
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
  // Order ids that no two merchants may share are as good as txids.
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

/** Seconds that have to show of those between two payments; the clocks of processes may swallow the others. */
const leastSeconds = 1

/** Pays a session and returns the timestamp of its proof. */
const timeOfPayment = async (context: CheckContext, session: CheckoutSession): Promise<number> =>
  numberOf((await payForProof(context, session)).proof.timestamp)

clause(
  'PAGE-12',
  'sessions of one moment, paid one after the other',
  async context => {
    const [first, second] = await Promise.all([openSession(context), openSession(context)])
    const earlier = await timeOfPayment(context, first)
    await context.idle(pause(waits.apart.ms, context.signal))
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
  { waits: true },
)
