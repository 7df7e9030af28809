import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { blocked, expectThat, notApplicable } from '../../../harness/outcome.ts'
import type { Page } from '../../../harness/pages/checkout-page.ts'
import { pause } from '../../../harness/pause.ts'
import { describeLanding } from '../../support/describe-landing.ts'
import {
  expiredSession,
  type Hosted,
  marksOf,
  openSession,
  sentAbout,
  txidsOf,
} from '../../support/gateway/checkout-session.ts'
import { deliveries } from '../../support/gateway/notifications.ts'
import { whereDeclared } from '../../support/parametrize.ts'
import { isSameAddress } from '../../support/url-match.ts'

const suite = defineSuite({ id: 'hosted-page-once', roles: ['gateway'], operations: ['orders.checkout'] })
const { clause } = suite

const isPaidOnce = async (context: CheckContext, hosted: Hosted) => {
  // A second proof may be on its way: it is looked for when a later payment has been told of.
  const txids = txidsOf(await sentAbout(context, hosted))
  if (txids.size === 0) blocked('no proof of the hosted payment is sent (PAGE-03)')
  expectThat(txids.size === 1, 'a session is paid more than once', {
    expected: 'one proof',
    actual: [...txids].map(String),
  })
}

/** The same page in another browser; the first one's where the target shows it to nobody else. */
const secondPage = async ({ customer }: CheckContext, { url, urls, page: first }: Hosted): Promise<Page> => {
  const { page } = await customer().visit(url, urls)
  return page && canPay(page) ? page : first
}

const canPay = ({ response, controls }: Page) => response.status === 200 && controls.pay

clause('PAGE-05', 'paid, and paid again', async context => {
  const hosted = await openSession(context)
  const second = await secondPage(context, hosted)
  await hosted.page.pay()
  await deliveries(context, marksOf(hosted))
  // The other window, the back button, and the address opened anew.
  await second.pay()
  await hosted.page.pay()
  const { page } = await hosted.customer.visit(hosted.url, hosted.urls)
  if (page && canPay(page)) await page.pay()
  await isPaidOnce(context, hosted)
})

clause('PAGE-05', 'paid twice at the same moment', async context => {
  const hosted = await openSession(context)
  const pages = [hosted.page, await secondPage(context, hosted), hosted.page]
  await Promise.all(pages.map(page => page.pay()))
  await deliveries(context, marksOf(hosted))
  await isPaidOnce(context, hosted)
})

/** The control, the same in time: whether a proof of it is sent. */
const paysInTime = async (context: CheckContext): Promise<boolean> => {
  const hosted = await openSession(context)
  const landing = await hosted.page.pay()
  const [sent] = await deliveries(context, marksOf(hosted))
  if (!sent && !isSameAddress(landing.redirectedTo, hosted.urls.completed))
    blocked(`the control, a payment in time, leads ${describeLanding(landing)}`)
  return sent !== undefined
}

type Late = { hosted: Hosted; what: string; isTold: boolean }

/** Paid is what has a proof; where the control has none, what leads to urls.completed. */
const staysUnpaid = async (context: CheckContext, { hosted, what, isTold }: Late) => {
  const landing = await hosted.page.pay()
  const isPaid = !isTold && isSameAddress(landing.redirectedTo, hosted.urls.completed)
  expectThat(!isPaid, `${what} is paid`, {
    expected: 'no redirect to urls.completed',
    actual: describeLanding(landing),
  })
  const [sent] = await sentAbout(context, hosted)
  expectThat(sent === undefined, `a proof is made for ${what}`, { expected: 'no proof', actual: sent?.body })
}

const mostSeconds = { quick: 10, standard: 10, thorough: 120 }

clause('PAGE-06', 'expired session', async context => {
  const { sessionSeconds } = context.run.pages.checkout
  if (sessionSeconds === undefined)
    return notApplicable('The config does not tell how long a session lives (pages.checkout.sessionSeconds).')
  if (sessionSeconds > mostSeconds[context.run.depth])
    notApplicable(`A session lives ${sessionSeconds} s, for which the depth ${context.run.depth} has no time.`)
  const isTold = await paysInTime(context)
  const hosted = await openSession(context, { order: { expiresAt: context.now() + sessionSeconds + 3600 } })
  await pause((sessionSeconds + 1) * 1000, context.signal)
  await staysUnpaid(context, { hosted, what: 'a session that has expired', isTold })
})

clause('PAGE-13', 'order that expires while the page is open', async context => {
  const isTold = await paysInTime(context)
  const hosted = await expiredSession(context)
  await staysUnpaid(context, { hosted, what: 'an order that has expired', isTold })
})

/** A session is paid once, and in time. Heading: POST /orders/checkout. */
export const hostedPageOnce = whereDeclared(suite)
