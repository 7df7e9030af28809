import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import type { Order } from '../../../schemas/messages.ts'
import {
  checkoutControl,
  openSession,
  requireLoaded,
  visitOrder,
} from '../../support/gateway/hosted-page/checkout-session.ts'
import { isCancelled } from '../../support/gateway/hosted-page/landing-pages.ts'
import { goOn, type LaterPage } from '../../support/gateway/hosted-page/later-page.ts'
import { expectNoProof } from '../../support/gateway/hosted-page/session-notifications.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import { createMarkupProbe, findInjected } from '../../support/pages/markup-probe.ts'
import { expectNotCacheable, expectNotFrameable } from '../../support/pages/page-security.ts'
import { hasAmount, mistakenAmount } from '../../support/pages/page-text.ts'

/** What holds for the hosted page holds for the pages that it leads to before the payment. Heading: POST /orders/checkout. */
const { clause } = defineSuite({ id: 'hosted-page-later', roles: ['gateway'], operations: ['orders.checkout'] })

const openLaterPage = async (context: CheckContext, order: Partial<Order> = {}): Promise<LaterPage> =>
  goOn(await openSession(context, { order }))

clause('PAGE-01', 'amount on a later page', async context => {
  const { amount, currency } = context.run.money
  const order = { amount: amount(123), currency, items: [] }
  const { later } = await openLaterPage(context, order)
  const other = hasAmount(later.text, order.amount) ? undefined : mistakenAmount(later.text, order)
  expectThat(other === undefined, 'a later page shows another amount', {
    expected: `${order.amount} ${currency}, or no amount`,
    actual: `${other}: the page ${later.name} shows: ${later.text}`,
  })
})

clause('PAGE-04', 'cancel on a later page', async context => {
  const { session, later } = await openLaterPage(context)
  if (!later.controls.cancel) return notApplicable('The page after the first one offers no way to cancel.')
  const landing = await later.cancel()
  // What looks like a way to cancel may lead back to the first page.
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

clause('PAGE-09', 'markup on a later page', async context => {
  const { merchant, money, fresh } = context
  await checkoutControl(context)
  const probe = createMarkupProbe(fresh('probe'))
  const text = probe.brief
  const order = merchant.order({
    id: `${fresh('order')} ${text}`,
    memo: text,
    reference: text,
    items: [{ id: text, name: text, price: money.amount(), quantity: 1 }],
  })
  const session = await visitOrder(context, order)
  // A refusal keeps the text out of the page.
  if (session === undefined) return
  const { later } = await goOn(requireLoaded(session))
  const found = findInjected(later.$, probe)
  expectThat(found === undefined, 'a text of the order becomes markup on a later page', {
    expected: 'text',
    actual: found,
  })
})

clause('PAGE-10', 'later page in a frame of another site', async context => {
  await expectNotFrameable(context, 'checkout', (await openLaterPage(context)).later.response)
})

clause('PAGE-10', 'later page in a cache', async context => {
  expectNotCacheable(context, (await openLaterPage(context)).later.response)
})
