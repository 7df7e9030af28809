import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import type { Page } from '../../../harness/pages/checkout-page.ts'
import { type CheckoutSession, openSession } from '../../support/gateway/checkout-session.ts'
import { txidsIn, waitForNotifications } from '../../support/gateway/notifications.ts'
import { identifiersOf, notificationsOf } from '../../support/gateway/session-notifications.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'hosted-page-once', roles: ['gateway'], operations: ['orders.checkout'] })
const { clause } = suite

const expectPaidOnce = async (context: CheckContext, session: CheckoutSession) => {
  const txids = txidsIn(await notificationsOf(context, session))
  if (txids.size === 0) blocked('no proof of the hosted payment is sent (PAGE-03)')
  expectThat(txids.size === 1, 'a session is paid more than once', {
    expected: 'one proof',
    actual: [...txids].map(String),
  })
}

const canPay = ({ response, controls }: Page) => response.status === 200 && controls.pay

/** Opens the page in another browser; returns the first page if the target shows it to one browser only. */
const openAgain = async ({ customer }: CheckContext, { url, urls, page: first }: CheckoutSession): Promise<Page> => {
  const { page } = await customer().visit(url, urls)
  return page && canPay(page) ? page : first
}

clause('PAGE-05', 'paid, and paid again', async context => {
  const session = await openSession(context)
  const otherWindow = await openAgain(context, session)
  await session.page.pay()
  await waitForNotifications(context, identifiersOf(session))
  await otherWindow.pay()
  // The back button, and the address opened again.
  await session.page.pay()
  const { page } = await session.customer.visit(session.url, session.urls)
  if (page && canPay(page)) await page.pay()
  await expectPaidOnce(context, session)
})

clause.race('PAGE-05', 'paid twice at the same moment', async context => {
  const session = await openSession(context)
  const pages = [session.page, await openAgain(context, session), session.page]
  await Promise.all(pages.map(page => page.pay()))
  await waitForNotifications(context, identifiersOf(session))
  await expectPaidOnce(context, session)
})

/** A session is paid once. Heading: POST /orders/checkout. */
export const hostedPagePaidOnce = whereDeclared(suite)
