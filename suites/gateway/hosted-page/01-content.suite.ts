/** PAGE-01 · GET redirect_url shows a page with the items, the amount and the merchant's name. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { blocked, expectThat, notApplicable } from '../../../harness/outcome.ts'
import type { Page } from '../../../harness/pages.ts'
import type { Order } from '../../../schemas/messages.ts'
import type { Drawn } from '../../members/draw.ts'
import { freeItems, orderOf, shownOrders } from '../../members/gateway-messages.ts'
import { overMessages } from '../../members/property.ts'
import { twoItems } from '../../support/gateway/checkout/order-items.ts'
import {
  type CheckoutSession,
  openSession,
  redirectOf,
  requireLoaded,
  staticPageOf,
  visitOrder,
  visitSession,
} from '../../support/gateway/hosted-page/checkout-session.ts'
import { goOn, type LaterPage } from '../../support/gateway/hosted-page/later-page.ts'
import { amountBeyondFractions } from '../../support/gateway/transfer/binary-amounts.ts'
import { misstated } from '../../support/pages/item-rows.ts'
import {
  expectAmount,
  expectRight,
  expectShown,
  expectText,
  hasNumber,
  hasText,
  isInOtherCurrency,
  mistakenAmount,
  showsSoon,
} from '../../support/pages/page-text.ts'
import { openBoth, useIdAgain } from './two-orders.ts'

const { clause } = defineSuite({ id: 'hosted-page', roles: ['gateway'], operations: ['orders.checkout'] })

const expectContent = async (_: CheckContext, session: CheckoutSession): Promise<void> => {
  const { status } = session.page.response
  expectThat(status === 200, 'the hosted page does not load', { expected: '200', actual: status || 'no answer' })
  const page = staticPageOf(session)
  const { items = [] } = session.order
  const names = [...items.map(item => item.name), session.merchant.name]
  for (const name of names) await expectText(page, name, { others: names })
  await expectAmount(page, session.order)
}

clause('PAGE-01', 'items, amount and merchant', async context =>
  expectContent(context, await visitSession(context, { order: twoItems(context) })),
)

clause('PAGE-01', 'name of each merchant', async context => {
  const merchants = [context.merchant, context.merchant2]
  const others = merchants.map(({ name }) => name)
  for (const merchant of merchants)
    await expectText(staticPageOf(await openSession(context, { merchant })), merchant.name, { others })
})

clause('PAGE-01', 'total that no binary fraction holds', async context => {
  await visitSession(context)
  const { merchant, checkout, customer, money } = context
  const { items: _items, ...order } = merchant.order({ amount: amountBeyondFractions(money) })
  const response = await checkout(merchant.signs(order))
  // Fraud checks may refuse such an amount.
  if (!isSuccess(response)) return
  const page = staticPageOf({ page: await customer().open(redirectOf(context, response)) })
  if (page.response.status === 200) await expectAmount(page, order)
})

clause('PAGE-01', 'amount in each of two currencies', async context => {
  const { money, secondMoney } = context.run
  const both = [
    money,
    secondMoney ?? notApplicable('There are no accounts in a second currency (secondCurrency in the config).'),
  ]
  for (const { currency, amount } of both) {
    const total = { currency, amount: amount(123) }
    // A gateway may hold accounts in more currencies than it accepts orders in.
    const session =
      (await visitOrder(context, context.merchant.order({ ...total, items: [] }))) ??
      notApplicable(`The target accepts no order in ${currency}.`)
    const page = staticPageOf(requireLoaded(session))
    const others = both.map(other => other.currency).filter(other => other !== currency)
    // A page need not show the currency, and may show others beside it.
    expectShown(page, !isInOtherCurrency(page.text, total, others), {
      message: 'the page shows the amount in another currency',
      expected: `${total.amount} ${currency}`,
      actual: `the page ${page.name} shows: ${page.text}`,
    })
  }
})

const members = defineSuite({ id: 'hosted-page-members', roles: ['gateway'], operations: ['orders.checkout'] })

const pages = {
  send: async (context: CheckContext, drawn: Drawn) => visitOrder(context, orderOf(context, drawn).order),
  test: expectContent,
}

members.clause.property('PAGE-01', 'any order on its page', overMessages({ ...pages, messages: shownOrders, runs: 6 }))

members.clause.property(
  'PAGE-01',
  'items that cost nothing',
  overMessages({ ...pages, messages: freeItems, runs: 2, mostSamples: 4, mayBeRefused: true }),
)

/** Returns an item without digits in its texts, so that every number on a page is its price, its quantity or their product. */
const itemOf = ({ money }: CheckContext, name: string, { quantity, units }: { quantity: number; units: number }) => ({
  item: { id: name.replaceAll(' ', '-'), name, quantity, price: money.amount(units) },
  units: quantity * units,
})

clause('PAGE-01', 'price and quantity of each of two items', async context => {
  const lamp = itemOf(context, 'Blue desk lamp', { quantity: 3, units: 41 })
  const chair = itemOf(context, 'Green garden chair', { quantity: 7, units: 57 })
  const order = context.merchant.order({
    amount: context.money.amount(lamp.units + chair.units),
    items: [lamp.item, chair.item],
  })
  const session = (await visitOrder(context, order)) ?? notApplicable(`The target accepts no order of ${order.amount}.`)
  const page = staticPageOf(requireLoaded(session))
  const totalled = ({ item, units }: typeof lamp) => ({ ...item, total: context.money.amount(units) })
  const wrong = misstated(page.$, [totalled(lamp), totalled(chair)])
  expectRight(page, wrong === undefined, {
    message: "the page shows a price or quantity that is not the item's",
    expected: [lamp, chair].map(({ item }) => `${item.name}: ${item.quantity} × ${item.price}`).join('; '),
    actual: wrong,
  })
})

clause('PAGE-01', 'amount when the page is opened again', async context => {
  const { customer, order, page: first, url, urls } = await openSession(context, { order: twoItems(context) })
  const isShown = ({ text }: Page) => hasNumber(text, order.amount)
  if (!(await showsSoon(staticPageOf({ page: first }), isShown))) blocked('the page does not show the amount')
  const { page } = await customer.visit(url, urls)
  // A target may show the page only once.
  if (page === undefined || page.response.status !== 200 || !page.controls.pay) return
  await expectAmount(staticPageOf({ page }), order, ' when it is opened again')
})

clause('PAGE-01', 'pages of two merchants whose orders have one id', async context => {
  const both = (await openBoth(context)) ?? []
  for (const open of both) {
    const page = staticPageOf(open)
    if (page.response.status !== 200) blocked('the hosted page does not load (PAGE-01)', 'PAGE-01')
    const isOfEither = ({ text }: Page) => both.some(({ name }) => hasText(text, name))
    if (!(await showsSoon(page, isOfEither))) blocked('the page shows neither order (PAGE-01)', 'PAGE-01')
    await expectText(page, open.name, { when: ", but another merchant's order with the same id exists" })
  }
})

clause('PAGE-01', 'page of an order whose id its merchant uses again', async context => {
  const used = await useIdAgain(context)
  if (used === undefined) return
  const { session, name, laterName } = used
  const { page = session.page } = await session.customer.visit(session.url, session.urls)
  // A session that has ended by then does not show its order.
  if (page.response.status !== 200) return
  const { text } = staticPageOf({ page })
  expectThat(!hasText(text, laterName), 'the page of a session shows a later order with the same id', {
    expected: name,
    actual: `the page ${page.name} shows: ${text}`,
  })
})

const later = defineSuite({ id: 'hosted-page-later', roles: ['gateway'], operations: ['orders.checkout'] })

const openLaterPage = async (context: CheckContext, order: Partial<Order> = {}): Promise<LaterPage> =>
  goOn(await openSession(context, { order }))

later.clause('PAGE-01', 'amount on a later page', async context => {
  const { amount, currency } = context.run.money
  const order = { amount: amount(123), currency, items: [] }
  const { later } = await openLaterPage(context, order)
  const other = hasNumber(later.text, order.amount) ? undefined : mistakenAmount(later.$, order)
  expectRight(later, other === undefined, {
    message: 'a later page shows another amount',
    expected: `${order.amount} ${currency}, or no amount`,
    actual: `${other}: the page ${later.name} shows: ${later.text}`,
  })
})
