/** PAGE-04 · On cancel, and on a failed payment, the customer is redirected to urls.cancelled and no proof is made. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { Blocked, blocked, expectThat, notApplicable } from '../../../harness/outcome.ts'
import type { ActionResult } from '../../../harness/pages.ts'
import type { Order } from '../../../schemas/messages.ts'
import type { Extension } from '../../members/values/addresses.ts'
import { type CheckoutSession, openSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import { isCancelled, isCompleted } from '../../support/gateway/hosted-page/landing-pages.ts'
import { goOn, type LaterPage } from '../../support/gateway/hosted-page/later-page.ts'
import { payOtherwise } from '../../support/gateway/hosted-page/other-option.ts'
import { expectNoProof, payOnPage } from '../../support/gateway/hosted-page/session-notifications.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import { isSameAddress } from '../../support/same-address.ts'
import { anyAddress, expectRedirectTo } from './addresses.ts'

const { clause } = defineSuite({ id: 'hosted-page-later', roles: ['gateway'], operations: ['orders.checkout'] })

const openLaterPage = async (context: CheckContext, order: Partial<Order> = {}): Promise<LaterPage> =>
  goOn(await openSession(context, { order }))

clause('PAGE-04', 'cancel on a later page', async context => {
  const { session, later } = await openLaterPage(context)
  if (!later.controls.cancel) return notApplicable('The page after the first one offers no way to cancel.')
  const landing = await later.cancel()
  // What looks like a cancel button may lead back to the first page.
  const isBack = landing.redirectedTo === undefined && landing.page?.controls.pay === true
  if (landing.obstacle !== undefined || isBack) return
  expectThat(
    isCancelled(landing, session),
    'the customer who cancels on a later page is not redirected to urls.cancelled',
    {
      expected: session.urls.cancelled,
      actual: describeLanding(landing),
      at: landing.responses.at(-1),
    },
  )
  const message = 'a proof is sent although the customer cancelled on a later page'
  await expectNoProof(context, session, { message, expected: 'no notification' })
})

const members = defineSuite({ id: 'hosted-page-members', roles: ['gateway'], operations: ['orders.checkout'] })

members.clause.property<Extension>('PAGE-04', 'any address after a cancel', anyAddress('cancelled'))

const page = defineSuite({ id: 'hosted-page', roles: ['gateway'], operations: ['orders.checkout'] })

page.clause('PAGE-04', 'payment by another option that fails', async context => {
  const paid = await payOtherwise(context)
  if (paid === undefined || !isCancelled(paid.landing, paid.session)) return
  const { session } = paid
  const usual = await openSession(context)
  // If a successful payment leads there too, this one may have succeeded.
  if (isCancelled((await payOnPage(context, usual)).landing, usual))
    blocked('a successful payment leads to urls.cancelled, so no payment can be recognized as failed', 'PAGE-03')
  const message = 'a proof is sent although the customer is at urls.cancelled'
  await expectNoProof(context, session, { message, expected: 'no notification' })
})

const expectCancelled = async (context: CheckContext, session: CheckoutSession, landing: ActionResult) => {
  if (landing.obstacle !== undefined) blocked(landing.obstacle)
  expectRedirectTo('cancelled', landing, session)
  const message = 'a proof is sent although nothing was paid'
  await expectNoProof(context, session, { message, expected: 'no notification' })
}

/** Maximum number of controls tried per page. */
const mostCancels = 4

type Cancelled = { session: CheckoutSession; landing: ActionResult }

/** An obstacle at a further control says nothing about the first one. */
const asObstacle = (error: unknown): ActionResult => {
  if (error instanceof Blocked) return { obstacle: error.message, responses: [], steps: [] }
  throw error
}

/** Cancels with each control that is labelled so, each in a separate session. */
const cancelByEach = async (context: CheckContext): Promise<Cancelled[]> => {
  const tried: Cancelled[] = []
  do {
    const session = await openSession(context)
    // A page may offer fewer than the first one did.
    if (tried.length > 0 && session.page.controls.cancels <= tried.length) break
    const landing = session.page.cancel(tried.length)
    tried.push({ session, landing: await (tried.length === 0 ? landing : landing.catch(asObstacle)) })
  } while (tried.length < Math.min(mostCancels, tried[0]?.session.page.controls.cancels ?? 1))
  return tried
}

page.clause('PAGE-04', 'cancel', async context => {
  const tried = await cancelByEach(context)
  // Of several controls, some may cancel something else, such as a voucher, which leaves the customer on the page.
  const left = tried.filter(({ landing }) => landing.obstacle === undefined && landing.redirectedTo !== undefined)
  const cancelled = tried.filter(({ landing, session }) => isCancelled(landing, session))
  const [unread] = tried.filter(({ landing }) => landing.obstacle !== undefined)
  const judged = [...left, ...cancelled]
  for (const { session, landing } of judged.length > 0
    ? judged
    : [unread ?? tried[0]].filter(each => each !== undefined))
    await expectCancelled(context, session, landing)
})

page.clause(
  'PAGE-04',
  'failed payment',
  async context => {
    const session = await openSession(context)
    const landing = await session.page.fail()
    const isElsewhere = landing.obstacle === undefined && !isSameAddress(landing.redirectedTo, session.urls.cancelled)
    // A page that accepts no payment may require something that the harness did not fill in.
    if (isElsewhere) await payOnPage(context, await openSession(context))
    await expectCancelled(context, session, landing)
  },
  { firstLook: true },
)

page.clause('PAGE-04', 'failed payment that is tried again', async context => {
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

page.clause('PAGE-04', 'cancel after a payment that failed', async context => {
  const session = await openSession(context)
  await session.page.fail()
  // A failed payment may end the session, which leaves nothing to cancel.
  const landing = await session.page.cancel().catch((error: unknown) => {
    if (error instanceof Blocked) return undefined
    throw error
  })
  if (landing === undefined) return
  if (landing.obstacle !== undefined && isCompleted(landing, session)) blocked(landing.obstacle)
  expectThat(
    !isSameAddress(landing.redirectedTo, session.urls.completed),
    'the customer who cancels is sent to urls.completed',
    {
      expected: `${session.urls.cancelled}, or a page that says that the session has ended`,
      actual: describeLanding(landing),
      at: landing.responses.at(-1),
    },
  )
})
