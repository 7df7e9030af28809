import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { blocked, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { twoItems } from '../../support/gateway/checkout/order-items.ts'
import {
  openSession,
  requireLoaded,
  staticPageOf,
  visitOrder,
} from '../../support/gateway/hosted-page/checkout-session.ts'
import { misstated } from '../../support/pages/item-rows.ts'
import { expectShown, hasAmount } from '../../support/pages/page-text.ts'

/** What the hosted page says of each item, and again. Headings: POST /orders/checkout, Order item. */
const { clause } = defineSuite({ id: 'hosted-page', roles: ['gateway'], operations: ['orders.checkout'] })

/** Returns an item without a digit in its texts, so that each number on a page is its price, its quantity or their product. */
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
  const session = (await visitOrder(context, order)) ?? notApplicable(`The target takes no order of ${order.amount}.`)
  const page = staticPageOf(requireLoaded(session))
  const totalled = ({ item, units }: typeof lamp) => ({ ...item, total: context.money.amount(units) })
  const wrong = misstated(page.$, [totalled(lamp), totalled(chair)])
  expectThat(wrong === undefined, 'the page shows another price or quantity than that of the item', {
    expected: [lamp, chair].map(({ item }) => `${item.name}: ${item.quantity} × ${item.price}`).join('; '),
    actual: wrong,
  })
})

clause('PAGE-01', 'amount when the page is opened again', async context => {
  const { customer, order, page: first, url, urls } = await openSession(context, { order: twoItems(context) })
  if (!hasAmount(staticPageOf({ page: first }).text, order.amount)) blocked('the page does not show the amount')
  const { page } = await customer.visit(url, urls)
  // A target may show the page once.
  if (page === undefined || page.response.status !== 200 || !page.controls.pay) return
  const { text } = staticPageOf({ page })
  expectShown(page, hasAmount(text, order.amount), {
    message: 'the page does not show the amount when it is opened again',
    expected: order.amount,
    actual: `the page ${page.name} shows: ${text}`,
  })
})
