/**
 * PAGE-03 · After a successful payment the gateway sends the signed proof to the merchant's webhook, then the customer
 * is redirected to urls.completed: the two may meet on the way, since the document does not ask for the merchant's
 * answer first.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { agreesWith } from '../../../harness/model.ts'
import { blocked, expectThat, fail } from '../../../harness/outcome.ts'
import type { Extension } from '../../members/values/addresses.ts'
import { openSession, visitOrder } from '../../support/gateway/hosted-page/checkout-session.ts'
import { isCompleted } from '../../support/gateway/hosted-page/landing-pages.ts'
import { payOtherwise } from '../../support/gateway/hosted-page/other-option.ts'
import { expectProofFirst, isUndecided, type OrderedPayment } from '../../support/gateway/hosted-page/proof-order.ts'
import {
  payInEveryTab,
  type SessionsModel,
  startSession,
  stepOfOne,
} from '../../support/gateway/hosted-page/session-model.ts'
import { identifiersOf, payOnPage } from '../../support/gateway/hosted-page/session-notifications.ts'
import { notificationsSoFar, waitForNotifications } from '../../support/gateway/notification/notifications.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import { isSameAddress } from '../../support/same-address.ts'
import { anyAddress, expectRedirectTo } from './addresses.ts'
import { payWith } from './changed-fields.ts'
import { openBoth } from './two-orders.ts'

const { clause } = defineSuite({ id: 'hosted-page', roles: ['gateway'], operations: ['orders.checkout'] })

clause('PAGE-03', 'payment of an order that was checked out before with other addresses', async context => {
  const first = await openSession(context)
  const second = await visitOrder(context, first.order)
  // A target may accept an order only once, or give it one session (CHECKOUT-13).
  if (second === undefined || second.url === first.url || !second.page.controls.pay) return
  const landing = await second.page.pay()
  if (landing.redirectedTo === undefined && landing.obstacle !== undefined) blocked(landing.obstacle)
  expectThat(!isCompleted(landing, first), 'the customer of a session is sent to the address of an earlier one', {
    expected: second.urls.completed,
    actual: describeLanding(landing),
    at: landing.responses.at(-1),
  })
})

/** Cancels one of two orders with the same id, and pays the other, which is another merchant's. */
const expectPayable = async (context: CheckContext, cancelled: 0 | 1): Promise<void> => {
  const both = await openBoth(context)
  if (both === undefined) return
  await both[cancelled].page.cancel()
  const { page, urls } = both[cancelled === 0 ? 1 : 0]
  const landing = await page.pay()
  if (isCompleted(landing, { urls })) return
  if (landing.obstacle !== undefined) blocked(landing.obstacle)
  const control = await openSession(context)
  if (!isCompleted(await control.page.pay(), control))
    blocked('no payment leads to urls.completed (PAGE-03)', 'PAGE-03')
  expectThat(
    false,
    "the customer of another merchant's order with the same id cancelled, and this one cannot be paid",
    {
      expected: urls.completed,
      actual: describeLanding(landing),
      at: landing.responses.at(-1),
    },
  )
}

clause('PAGE-03', "payment after another merchant's order with its id was cancelled", async context => {
  await expectPayable(context, 0)
  await expectPayable(context, 1)
})

const members = defineSuite({ id: 'hosted-page-members', roles: ['gateway'], operations: ['orders.checkout'] })

members.clause.property<Extension>('PAGE-03', 'any address after a payment', anyAddress('completed'))

const fields = defineSuite({ id: 'hosted-page-fields', roles: ['gateway'], operations: ['orders.checkout'] })

fields.clause('PAGE-03', 'payment with the return address changed in the form', async context => {
  const session = await openSession(context, { customer: context.programCustomer() })
  const { completed } = session.urls
  const address = new URL(completed)
  address.searchParams.set('changed', context.fresh('changed'))
  const landing = await payWith(session, value => value.replaceAll(completed, address.href))
  if (landing === undefined) return
  expectThat(
    !isSameAddress(landing.redirectedTo, address.href),
    'the form decides where the customer is redirected to',
    {
      expected: completed,
      actual: describeLanding(landing),
      at: landing.responses.at(-1),
    },
  )
})

/** The number of payments, and their maximum number if some are inconclusive about the order of proof and redirect. */
const payments = { usual: 3, most: 6 }

const payInOrder = async (context: CheckContext): Promise<OrderedPayment | undefined> => {
  const session = await openSession(context)
  const { landing, notification } = await payOnPage(context, session)
  expectRedirectTo('completed', landing, session)
  if (!notification)
    return fail('no proof is sent after a successful payment', {
      expected: 'a notification',
      actual: 'none in time, nor later in the run',
    })
  const redirectedAt = landing.redirectedAt ?? landing.responses.at(-1)?.arrivedAt
  if (redirectedAt !== undefined)
    return {
      redirectedAt,
      get attempts() {
        return notificationsSoFar(context, identifiersOf(session))
      },
    }
  context.untried(
    'The order of the proof and the redirect: the counterpart did not notice that the person returned. Make it reachable for the browser.',
  )
  return undefined
}

clause(
  'PAGE-03',
  'proof, then urls.completed',
  async context => {
    const paid: OrderedPayment[] = []
    for (let at = 0; at < payments.usual || (at < payments.most && isUndecided(context, paid)); at++) {
      const payment = await payInOrder(context)
      if (payment) paid.push(payment)
    }
    expectProofFirst(context, paid)
  },
  { firstLook: true },
)

clause('PAGE-03', 'payment by another option', async context => {
  const paid = await payOtherwise(context)
  if (paid === undefined || !isCompleted(paid.landing, paid.session)) return
  const { session } = paid
  const [notification] = await waitForNotifications(context, identifiersOf(session))
  expectThat(notification !== undefined, 'no proof is sent after a successful payment by another option', {
    expected: 'a notification, as the customer is at urls.completed',
    actual: 'none in time, nor later in the run',
  })
})

const once = defineSuite({ id: 'hosted-page-once', roles: ['gateway'], operations: ['orders.checkout'] })

/** Fails the clause if a payment led to urls.completed and no proof was sent for its session. */
const expectProofs = async ({ context, sessions }: SessionsModel): Promise<void> => {
  for (const { session } of sessions.filter(({ isCompleted }) => isCompleted)) {
    const notifications = await waitForNotifications(context, identifiersOf(session))
    expectThat(notifications.length > 0, 'no proof is sent although a payment led to urls.completed', {
      expected: 'a notification',
      actual: 'none in time, nor later in the run',
    })
  }
}

once.clause.model(
  'PAGE-03',
  'proof of a paid session after any series of steps',
  agreesWith({
    start: startSession,
    step: stepOfOne,
    atLast: 'the customer pays in each tab',
    end: async model => {
      await payInEveryTab(model)
      await expectProofs(model)
    },
    most: 4,
    runs: 4,
    areIndependent: true,
  }),
)
