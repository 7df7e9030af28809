/**
 * PAGE-07 · The proof of a hosted payment: issuer the gateway, to.ocid the merchant, to.reference the order id, amount
 * and currency of the order.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { blocked, expectSame, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { expectEchoes } from '../../members/compare.ts'
import { overMessages } from '../../members/property.ts'
import { echoesOf } from '../../members/table.ts'
import { twoItems } from '../../support/gateway/checkout/order-items.ts'
import { type CheckoutSession, openSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import { isCompleted } from '../../support/gateway/hosted-page/landing-pages.ts'
import { payOtherwise } from '../../support/gateway/hosted-page/other-option.ts'
import { identifiersOf, payForProof } from '../../support/gateway/hosted-page/session-notifications.ts'
import {
  notificationsSoFar,
  proofIn,
  type ReceivedProof,
  waitForNotifications,
} from '../../support/gateway/notification/notifications.ts'
import { payments } from './any-payment.ts'
import { payWith } from './changed-fields.ts'
import { useIdAgain } from './two-orders.ts'

const { clause } = defineSuite({ id: 'hosted-page-members', roles: ['gateway'], operations: ['orders.checkout'] })

clause.property(
  'PAGE-07',
  'any order in the proof of its payment',
  overMessages({
    ...payments,
    runs: 2,
    mostSamples: 10,
    test: (_, { body, proof }) => expectEchoes(echoesOf('orders.checkout', 'proof', 'PAGE-07'), body, proof, 'proof'),
  }),
)

const page = defineSuite({ id: 'hosted-page', roles: ['gateway'], operations: ['orders.checkout'] })

page.clause('PAGE-07', 'payment of an order whose id its merchant uses again', async context => {
  const used = await useIdAgain(context)
  if (used === undefined) return
  const { session, later } = used
  const landing = await session.page.pay()
  if (landing.obstacle !== undefined) blocked(landing.obstacle)
  // The earlier page may have expired by then.
  if (!isCompleted(landing, session)) return
  const [notification] = await waitForNotifications(context, identifiersOf(session))
  const amount = textOf(notification && proofIn(notification)?.proof.amount)
  expectThat(!isSameAmount(amount, later.amount), 'the proof is over a later order with the same id', {
    expected: session.order.amount,
    actual: amount,
  })
})

const fields = defineSuite({ id: 'hosted-page-fields', roles: ['gateway'], operations: ['orders.checkout'] })

/** Fails the clause if a proof of the session is over another amount. */
const expectNoProofOver = (context: CheckContext, session: CheckoutSession, other: string): void => {
  const amounts = notificationsSoFar(context, identifiersOf(session)).map(request => proofIn(request)?.proof.amount)
  const isTaken = amounts.some(amount => typeof amount === 'string' && isSameAmount(amount, other))
  expectThat(!isTaken, 'the proof is over the amount that the form was changed to', {
    expected: session.order.amount,
    actual: other,
  })
}

fields.clause('PAGE-07', 'payment with the amount changed in the form', async context => {
  const session = await openSession(context, { customer: context.programCustomer(), order: twoItems(context) })
  const other = context.money.amount(1)
  const landing = await payWith(session, value => (isSameAmount(value, session.order.amount) ? other : value))
  if (landing === undefined) return
  // The page may refuse the submission, or ignore the field.
  const patience = isCompleted(landing, session) ? {} : { ms: context.run.patience.usualMs }
  await waitForNotifications(context, identifiersOf(session), patience)
  expectNoProofOver(context, session, other)
  context.atEndOfRun(() => expectNoProofOver(context, session, other))
})

/** Fails the clause unless a proof is for the order of a session. */
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

page.clause('PAGE-07', 'proof of a hosted payment', async context => {
  const session = await openSession(context, { order: twoItems(context) })
  expectProofOf(context, session, await payForProof(context, session))
})

page.clause('PAGE-07', 'proof of a hosted payment to another merchant', async context => {
  const session = await openSession(context, { merchant: context.merchant2 })
  expectProofOf(context, session, await payForProof(context, session))
})

page.clause('PAGE-07', 'proof of a payment by another option', async context => {
  const paid = await payOtherwise(context)
  if (paid === undefined || !isCompleted(paid.landing, paid.session)) return
  const { session } = paid
  const [notification] = await waitForNotifications(context, identifiersOf(session))
  const signed = notification && proofIn(notification)
  expectProofOf(context, session, signed ?? blocked('no proof of the hosted payment is sent (PAGE-03)', 'PAGE-03'))
})

page.clause('PAGE-07', 'one of two pages that a browser has open', async context => {
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
    return notApplicable('Paying one of two pages open in a browser leads to no proof, which is allowed.')
  expectThat(memberOf(proof.to, 'reference') !== second.order.id, 'the proof is for the order of another page', {
    expected: `${first.order.id}, whose page was paid`,
    actual: `${second.order.id}, whose page the browser opened later`,
  })
})

page.clause(
  'PAGE-07',
  {
    id: 'memos-of-orders-that-come-and-are-paid-in-turn',
    title: 'memos of orders that are created and paid alternately',
  },
  async context => {
    const open = () => openSession(context, { order: { memo: context.fresh('memo') } })
    const sessions = [await open(), await open(), await open()]
    for (const session of sessions) {
      const { proof } = await payForProof(context, session)
      // The document does not say whether a proof repeats the memo.
      const other = sessions.find(({ order }) => order !== session.order && order.memo === proof.memo)
      expectThat(other === undefined, 'the proof has the memo of another order', {
        expected: `${session.order.memo}, or none`,
        actual: proof.memo,
      })
    }
  },
  // Keeps other checks from creating orders in between.
  { alone: true },
)
