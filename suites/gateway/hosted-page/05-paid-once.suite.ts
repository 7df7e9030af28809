/**
 * PAGE-05 · A session already paid is not paid again: no second proof, no second debit, also when both attempts come at
 * the same moment.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Lanes } from '../../../harness/http/lanes.ts'
import { agreesWith } from '../../../harness/model.ts'
import { Blocked, blocked, expectThat, notApplicable } from '../../../harness/outcome.ts'
import type { ActionResult, Page } from '../../../harness/pages.ts'
import { createJoiner, describeRace, type Finish, race, roundsOf } from '../../../harness/race.ts'
import { type CheckoutSession, openSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import { isCompleted } from '../../support/gateway/hosted-page/landing-pages.ts'
import { goOn } from '../../support/gateway/hosted-page/later-page.ts'
import {
  expectOneProof,
  expectOneProofToTheEnd,
  expectPaidOnce,
  txidsOf,
} from '../../support/gateway/hosted-page/paid-once.ts'
import {
  payInEveryTab,
  type SessionsModel,
  startSession,
  stepOfOne,
} from '../../support/gateway/hosted-page/session-model.ts'
import { awaitLaterNotification, identifiersOf } from '../../support/gateway/hosted-page/session-notifications.ts'
import { notificationsSoFar, txidsIn, waitForNotifications } from '../../support/gateway/notification/notifications.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import { isLive } from '../../support/pages/page-scripts.ts'

const { clause } = defineSuite({ id: 'hosted-page-once', roles: ['gateway'], operations: ['orders.checkout'] })

const expectEachPaidOnce = ({ context, sessions }: SessionsModel): void => {
  for (const { session } of sessions) {
    const txids = [...txidsIn(notificationsSoFar(context, identifiersOf(session)))]
    expectThat(txids.length <= 1, 'a session is paid more than once', {
      expected: 'at most one proof',
      actual: txids.map(String),
    })
  }
}

/** Pays in every tab, regardless of earlier steps, and counts the proofs of each session. */
const expectNoSecondPayment = async (model: SessionsModel): Promise<void> => {
  await payInEveryTab(model)
  await awaitLaterNotification(model.context)
  expectEachPaidOnce(model)
  model.context.atEndOfRun(() => expectEachPaidOnce(model))
}

clause.model(
  'PAGE-05',
  'paid once over any series of steps',
  agreesWith({
    start: startSession,
    step: stepOfOne,
    atLast: 'the customer pays in each tab',
    end: expectNoSecondPayment,
    most: 6,
    runs: 6,
    areIndependent: true,
  }),
)

const canPay = ({ response, controls }: Page) => response.status === 200 && controls.pay

/** Opens the page in another browser; returns the first page if the target shows it to only one browser. */
const openAgain = async ({ customer }: CheckContext, { url, urls, page: first }: CheckoutSession): Promise<Page> => {
  const { page } = await customer().visit(url, urls)
  return page && canPay(page) ? page : first
}

clause('PAGE-05', 'paid, and paid again', async context => {
  const session = await openSession(context)
  const otherWindow = await openAgain(context, session)
  const { obstacle } = await session.page.pay()
  await waitForNotifications(context, identifiersOf(session))
  await otherWindow.pay()
  // The back button, and the address opened again.
  await session.page.pay()
  const { page } = await session.customer.visit(session.url, session.urls)
  if (page && canPay(page)) await page.pay()
  await session.page.payOtherwise?.()
  await expectPaidOnce(context, { session, obstacle })
})

clause('PAGE-05', 'paid on the later pages of two windows', async context => {
  const session = await openSession(context)
  const { later } = await goOn(session)
  const otherWindow = await session.page.onward?.()
  const { obstacle } = await later.pay()
  await waitForNotifications(context, identifiersOf(session))
  await otherWindow?.pay()
  await later.pay()
  await expectPaidOnce(context, { session, obstacle }, ', on the pages after the first one')
})

/** Pays if the session may still be open. */
const payUnlessOver = async (page: Page): Promise<void> => {
  try {
    await page.pay()
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
  }
}

clause('PAGE-05', 'paid, and paid again at the end of the run', async context => {
  const session = await openSession(context)
  const { obstacle } = await session.page.pay()
  const paid = await waitForNotifications(context, identifiersOf(session))
  if (paid.length === 0) blocked(obstacle ?? 'no proof of the hosted payment is sent (PAGE-03)')
  context.atEndOfRun(async () => {
    await payUnlessOver(session.page)
    const { page } = await session.customer.visit(session.url, session.urls)
    if (page && canPay(page)) await payUnlessOver(page)
    await awaitLaterNotification(context)
    expectOneProof(
      txidsIn(notificationsSoFar(context, identifiersOf(session))),
      ', the last of which at the end of the run',
    )
  })
})

clause('PAGE-05', 'double click', async context => {
  if (!isLive(context, 'checkout'))
    return notApplicable('Double clicks need the browser driver, and this run has none.')
  const session = await openSession(context)
  const { pay, payTwice = pay } = session.page
  const landing = await payTwice()
  if (isCompleted(landing, session)) await waitForNotifications(context, identifiersOf(session))
  const txids = await txidsOf(context, session)
  // The second click hits whatever the first led to, perhaps another control.
  if (txids.size === 0) return notApplicable('A double click does not pay on this page.')
  expectOneProofToTheEnd(context, session, { txids, how: ', after a double click' })
})

/** A session, and the results of the simultaneous clicks that paid it. */
type RacedSession = { session: CheckoutSession; landings: Finish<ActionResult>[] }

/** Clicks twice in one browser and, if another browser gets the page, also there, all simultaneously. */
const payAtOnce = async (context: CheckContext): Promise<RacedSession> => {
  const [first, second] = [createJoiner(context.send), createJoiner(context.send)]
  const session = await openSession(context, { customer: context.customer(first.send) })
  const { page: other } = await context.customer(second.send).visit(session.url, session.urls)
  const payOn = (page: Page, join: (lanes: Lanes) => void) => (lanes: Lanes) => {
    join(lanes)
    return page.pay()
  }
  const landings = await race(context, [
    { what: 'a click on the page', send: payOn(session.page, first.join) },
    { what: 'a second click on it', send: payOn(session.page, first.join) },
    ...(other && canPay(other) ? [{ what: 'a click in another browser', send: payOn(other, second.join) }] : []),
  ])
  return { session, landings }
}

clause.race('PAGE-05', 'paid twice at the same moment', async context => {
  const raced: RacedSession[] = []
  for (const _round of roundsOf(context)) raced.push(await payAtOnce(context))
  await Promise.all(raced.map(({ session }) => waitForNotifications(context, identifiersOf(session))))
  await Promise.all(
    raced.map(({ session, landings }) =>
      expectPaidOnce(
        context,
        { session, obstacle: landings.find(({ result }) => result.obstacle)?.result.obstacle },
        `: ${describeRace(landings, describeLanding)}`,
      ),
    ),
  )
})
