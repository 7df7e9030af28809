import { isAddress } from '../addressed.ts'
import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import { blocked, holds, notApplicable } from '../harness/outcome.ts'
import type { Page } from '../harness/page.ts'
import { pause } from '../harness/slots.ts'
import type { Stage } from '../harness/stage.ts'
import { deliveries } from './deliveries.ts'
import { expiredSession, type Hosted, marksOf, openSession, sentAbout, txidsOf, whereTo } from './hosted.ts'

const suite = defineSuite({ id: 'hosted-page-once', roles: ['gateway'], operations: ['orders.checkout'] })
const { clause } = suite

const isPaidOnce = async (stage: Stage, hosted: Hosted) => {
  // A second proof may be on its way: it is looked for when a later payment has been told of.
  const txids = txidsOf(await sentAbout(stage, hosted))
  if (txids.size === 0) blocked('no proof of the hosted payment is sent (PAGE-03)')
  holds(txids.size === 1, 'a session is paid more than once', { expected: 'one proof', actual: [...txids].map(String) })
}

/** The same page in another browser; the first one's where the target shows it to nobody else. */
const secondPage = async ({ customer }: Stage, { url, urls, page: first }: Hosted): Promise<Page> => {
  const { page } = await customer().visit(url, urls)
  return page && canPay(page) ? page : first
}

const canPay = ({ answer, controls }: Page) => answer.status === 200 && controls.pay

clause('PAGE-05', 'paid, and paid again', async stage => {
  const hosted = await openSession(stage)
  const second = await secondPage(stage, hosted)
  await hosted.page.pay()
  await deliveries(stage, marksOf(hosted))
  // The other window, the back button, and the address opened anew.
  await second.pay()
  await hosted.page.pay()
  const { page } = await hosted.customer.visit(hosted.url, hosted.urls)
  if (page && canPay(page)) await page.pay()
  await isPaidOnce(stage, hosted)
})

clause('PAGE-05', 'paid twice at the same moment', async stage => {
  const hosted = await openSession(stage)
  const pages = [hosted.page, await secondPage(stage, hosted), hosted.page]
  await Promise.all(pages.map(page => page.pay()))
  await deliveries(stage, marksOf(hosted))
  await isPaidOnce(stage, hosted)
})

/** The control, the same in time: whether a proof of it is sent. */
const paysInTime = async (stage: Stage): Promise<boolean> => {
  const hosted = await openSession(stage)
  const landing = await hosted.page.pay()
  const [sent] = await deliveries(stage, marksOf(hosted))
  if (!sent && !isAddress(landing.redirectedTo, hosted.urls.completed))
    blocked(`the control, a payment in time, leads ${whereTo(landing)}`)
  return sent !== undefined
}

type Late = { hosted: Hosted; what: string; isTold: boolean }

/** Paid is what has a proof; where the control has none, what leads to urls.completed. */
const staysUnpaid = async (stage: Stage, { hosted, what, isTold }: Late) => {
  const landing = await hosted.page.pay()
  const isPaid = !isTold && isAddress(landing.redirectedTo, hosted.urls.completed)
  holds(!isPaid, `${what} is paid`, { expected: 'no redirect to urls.completed', actual: whereTo(landing) })
  const [sent] = await sentAbout(stage, hosted)
  holds(sent === undefined, `a proof is made for ${what}`, { expected: 'no proof', actual: sent?.body })
}

const mostSeconds = { quick: 10, standard: 10, thorough: 120 }

clause('PAGE-06', 'expired session', async stage => {
  const { sessionSeconds } = stage.session.pages.checkout
  if (sessionSeconds === undefined)
    return notApplicable('The config does not tell how long a session lives (pages.checkout.sessionSeconds).')
  if (sessionSeconds > mostSeconds[stage.session.depth])
    notApplicable(`A session lives ${sessionSeconds} s, for which the depth ${stage.session.depth} has no time.`)
  const isTold = await paysInTime(stage)
  const hosted = await openSession(stage, { order: { expiresAt: stage.now() + sessionSeconds + 3600 } })
  await pause((sessionSeconds + 1) * 1000, stage.signal)
  await staysUnpaid(stage, { hosted, what: 'a session that has expired', isTold })
})

clause('PAGE-13', 'order that expires while the page is open', async stage => {
  const isTold = await paysInTime(stage)
  const hosted = await expiredSession(stage)
  await staysUnpaid(stage, { hosted, what: 'an order that has expired', isTold })
})

/** A session is paid once, and in time. Heading: POST /orders/checkout. */
export const hostedPageOnce = whereDeclared(suite)
