import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { Blocked, blocked, expectThat, fail } from '../../../harness/outcome.ts'
import type { ActionResult } from '../../../harness/pages.ts'
import { type CheckoutSession, openSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import { isCancelled, isCompleted } from '../../support/gateway/hosted-page/landing-pages.ts'
import { payOtherwise } from '../../support/gateway/hosted-page/other-option.ts'
import { expectProofFirst, isUndecided, type OrderedPayment } from '../../support/gateway/hosted-page/proof-order.ts'
import { expectNoProof, identifiersOf, payOnPage } from '../../support/gateway/hosted-page/session-notifications.ts'
import { notificationsSoFar, waitForNotifications } from '../../support/gateway/notification/notifications.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import { isSameAddress } from '../../support/same-address.ts'

/** The redirects after a payment, a cancel and a failure. Headings: POST /orders/checkout, States and transitions. */
const { clause } = defineSuite({ id: 'hosted-page', roles: ['gateway'], operations: ['orders.checkout'] })

const expectRedirectTo = (member: 'completed' | 'cancelled', landing: ActionResult, { urls }: CheckoutSession) => {
  const isThere = isSameAddress(landing.redirectedTo, urls[member])
  // A script of the page may lead there.
  if (landing.redirectedTo === undefined && landing.page?.scripted !== undefined) blocked(landing.page.scripted)
  expectThat(isThere, `the customer is not redirected to urls.${member}`, {
    expected: urls[member],
    actual: describeLanding(landing),
    at: landing.responses.at(-1),
  })
}

/** Payments, and as many more where some of them leave the order of proof and redirect open. */
const payments = { usual: 3, most: 6 }

const payInOrder = async (context: CheckContext): Promise<OrderedPayment | undefined> => {
  const session = await openSession(context)
  const { landing, notification } = await payOnPage(context, session)
  expectRedirectTo('completed', landing, session)
  if (!notification)
    return fail('no proof is sent after a successful payment', {
      expected: 'a notification',
      actual: 'none while it was waited for, nor later in the run',
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
    'The order of the proof and the redirect: the counterpart did not see the person come back. Let the browser reach it.',
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
    actual: 'none while it was waited for, nor later in the run',
  })
})

clause('PAGE-04', 'payment by another option that fails', async context => {
  const paid = await payOtherwise(context)
  if (paid === undefined || !isCancelled(paid.landing, paid.session)) return
  const { session } = paid
  const usual = await openSession(context)
  // Where one that succeeds leads there, too, this one may have succeeded.
  if (isCancelled((await payOnPage(context, usual)).landing, usual))
    blocked('a payment that succeeds leads to urls.cancelled, so that none can be taken for failed', 'PAGE-03')
  const message = 'a proof is sent although the customer is at urls.cancelled'
  await expectNoProof(context, session, { message, expected: 'no notification' })
})

const expectCancelled = async (context: CheckContext, session: CheckoutSession, landing: ActionResult) => {
  if (landing.obstacle !== undefined) blocked(landing.obstacle)
  expectRedirectTo('cancelled', landing, session)
  const message = 'a proof is sent although nothing was paid'
  await expectNoProof(context, session, { message, expected: 'no notification' })
}

clause('PAGE-04', 'cancel', async context => {
  const session = await openSession(context)
  await expectCancelled(context, session, await session.page.cancel())
})

clause(
  'PAGE-04',
  'failed payment',
  async context => {
    const session = await openSession(context)
    const landing = await session.page.fail()
    const isElsewhere = landing.obstacle === undefined && !isSameAddress(landing.redirectedTo, session.urls.cancelled)
    // A page that takes no payment at all may want something that the harness did not fill in.
    if (isElsewhere) await payOnPage(context, await openSession(context))
    await expectCancelled(context, session, landing)
  },
  { firstLook: true },
)

clause('PAGE-04', 'failed payment that is tried again', async context => {
  const session = await openSession(context)
  const first = await session.page.fail()
  if (!isCancelled(first, session)) blocked('the first attempt does not lead to urls.cancelled (PAGE-04)', 'PAGE-04')
  const { page } = await session.customer.visit(session.url, session.urls)
  // A failed payment may end the session.
  if (page?.response.status !== 200 || !page.controls.fail) return
  const second = await page.fail()
  expectThat(!isCompleted(second, session), 'the customer is sent to urls.completed when a payment fails again', {
    expected: session.urls.cancelled,
    actual: describeLanding(second),
    at: second.responses.at(-1),
  })
  await expectNoProof(context, session, {
    message: 'a proof is sent although the payment failed again',
    expected: 'no notification',
  })
})

clause('PAGE-04', 'cancel after a payment that failed', async context => {
  const session = await openSession(context)
  await session.page.fail()
  // A failed payment may end the session, and then there is nothing to cancel.
  const landing = await session.page.cancel().catch((error: unknown) => {
    if (error instanceof Blocked) return undefined
    throw error
  })
  if (landing === undefined) return
  expectThat(
    !isSameAddress(landing.redirectedTo, session.urls.completed),
    'the customer who cancels is sent to urls.completed',
    {
      expected: `${session.urls.cancelled}, or a page that says that the session is over`,
      actual: describeLanding(landing),
      at: landing.responses.at(-1),
    },
  )
})
