import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import type { Page } from '../../../harness/pages.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import type { Order, OrderUrls } from '../../../schemas/messages.ts'
import {
  type CheckoutSession,
  openSession,
  redirectOf,
  staticPageOf,
  visitOrder,
} from '../../support/gateway/hosted-page/checkout-session.ts'
import { isCompleted } from '../../support/gateway/hosted-page/landing-pages.ts'
import { identifiersOf } from '../../support/gateway/hosted-page/session-notifications.ts'
import { proofIn, waitForNotifications } from '../../support/gateway/notification/notifications.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import { expectShown, hasText } from '../../support/pages/page-text.ts'

/** An order is that of its merchant, whoever else uses its id. Headings: POST /orders/checkout, Order. */
const { clause } = defineSuite({ id: 'hosted-page', roles: ['gateway'], operations: ['orders.checkout'] })

/** The page of an order, the addresses of the order, and the name of its item, which stands nowhere else. */
type OpenOrder = { page: Page; urls: OrderUrls; name: string }

/** Opens an order of each of two merchants with one id; undefined if the target takes an id once, as it may. */
const openBoth = async (context: CheckContext): Promise<readonly [OpenOrder, OpenOrder] | undefined> => {
  const { merchant, merchant2, fresh, money } = context
  const id = fresh('order')
  const names = [fresh('item'), fresh('item')] as const
  const orderOver = (units: number, name: string) => {
    const amount = money.amount(units)
    return { id, amount, items: [{ id: 'item-1', name, quantity: 1, price: amount }] }
  }
  const first = await openSession(context, { merchant, order: orderOver(100, names[0]) })
  const body = merchant2.signs(merchant2.order(orderOver(200, names[1])))
  const response = await context.checkout(body, { as: merchant2 })
  if (!isSuccess(response)) return undefined
  const address = redirectOf(context, response)
  if (address === first.url) blocked('both orders have one session (CHECKOUT-10)', 'CHECKOUT-10')
  const { urls = blocked('the merchant has no addresses') } = body
  const page = await context.customer().open(address, urls)
  // The first page once more, if it opens twice: by now there is another order with its id.
  const { page: again } = await first.customer.visit(first.url, first.urls)
  return [
    { page: again?.response.status === 200 ? again : first.page, urls: first.urls, name: names[0] },
    { page, urls, name: names[1] },
  ]
}

clause('PAGE-01', 'pages of two merchants whose orders have one id', async context => {
  for (const open of (await openBoth(context)) ?? []) {
    const page = staticPageOf(open)
    if (page.response.status !== 200) blocked('the hosted page does not load (PAGE-01)', 'PAGE-01')
    expectShown(page, hasText(page.text, open.name), {
      message: `the page does not show “${open.name}”, but another merchant's order with the same id exists`,
      expected: open.name,
      actual: `the page ${page.name} shows: ${page.text}`,
    })
  }
})

/** The page of an order, and a later order of its merchant with its id. */
type UsedAgain = { session: CheckoutSession; name: string; later: Order; laterName: string }

/** Checks out two different orders of a merchant with one id; undefined unless each has a page, as a target may take an id once. */
const useIdAgain = async (context: CheckContext): Promise<UsedAgain | undefined> => {
  const { merchant, fresh, money } = context
  const names = [fresh('item'), fresh('item')] as const
  const orderOver = (units: number, name: string) => {
    const amount = money.amount(units)
    return { amount, items: [{ id: 'item-1', name, quantity: 1, price: amount }] }
  }
  const session = await openSession(context, { order: orderOver(100, names[0]) })
  const later = merchant.order({ id: session.order.id, ...orderOver(200, names[1]) })
  const response = await context.checkout(merchant.signs(later))
  if (!isSuccess(response) || redirectOf(context, response) === session.url) return undefined
  return { session, name: names[0], later, laterName: names[1] }
}

clause('PAGE-01', 'page of an order whose id its merchant uses again', async context => {
  const used = await useIdAgain(context)
  if (used === undefined) return
  const { session, name, laterName } = used
  const { page = session.page } = await session.customer.visit(session.url, session.urls)
  // A session that is over by then shows no order.
  if (page.response.status !== 200) return
  const { text } = staticPageOf({ page })
  expectThat(
    !hasText(text, laterName),
    'the page of a session shows another order, which came later with the same id',
    {
      expected: name,
      actual: `the page ${page.name} shows: ${text}`,
    },
  )
})

clause('PAGE-07', 'payment of an order whose id its merchant uses again', async context => {
  const used = await useIdAgain(context)
  if (used === undefined) return
  const { session, later } = used
  const landing = await session.page.pay()
  if (landing.obstacle !== undefined) blocked(landing.obstacle)
  // The earlier page may be over by then.
  if (!isCompleted(landing, session)) return
  const [notification] = await waitForNotifications(context, identifiersOf(session))
  const amount = textOf(notification && proofIn(notification)?.proof.amount)
  expectThat(!isSameAmount(amount, later.amount), 'the proof is over an order that came later with the same id', {
    expected: session.order.amount,
    actual: amount,
  })
})

clause('PAGE-03', 'payment of an order that was checked out before with other addresses', async context => {
  const first = await openSession(context)
  const second = await visitOrder(context, first.order)
  // A target may take an order once, or give it one session (CHECKOUT-13).
  if (second === undefined || second.url === first.url || !second.page.controls.pay) return
  const landing = await second.page.pay()
  if (landing.redirectedTo === undefined && landing.obstacle !== undefined) blocked(landing.obstacle)
  expectThat(!isCompleted(landing, first), 'the customer of a session is sent to the address of an earlier one', {
    expected: second.urls.completed,
    actual: describeLanding(landing),
    at: landing.responses.at(-1),
  })
})

/** Cancels one of two orders with one id and pays the other one, of another merchant. */
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
