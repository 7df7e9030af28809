import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { describeControls, obstacleOf } from '../../../pages/visit/obstacles.ts'
import { twoItems } from '../../support/gateway/checkout/order-items.ts'
import {
  openSession,
  redirectOf,
  staticPageOf,
  visitSession,
} from '../../support/gateway/hosted-page/checkout-session.ts'
import { amountBeyondFractions } from '../../support/gateway/transfer/binary-amounts.ts'
import { expectShown, hasAmount, hasText } from '../../support/pages/page-text.ts'

/** The content of the hosted page. Heading: POST /orders/checkout. */
const { clause } = defineSuite({ id: 'hosted-page', roles: ['gateway'], operations: ['orders.checkout'] })

clause('PAGE-01', 'items, amount and merchant', async context => {
  const { amount, items } = twoItems(context)
  const session = await visitSession(context, { order: { amount, items } })
  const { status } = session.page.response
  expectThat(status === 200, 'the hosted page does not load', { expected: '200', actual: status || 'no answer' })
  const page = staticPageOf(session)
  const actual = `the page ${page.name} shows: ${page.text}`
  for (const name of [...items.map(item => item.name), session.merchant.name])
    expectShown(page, hasText(page.text, name), { message: `the page does not show “${name}”`, expected: name, actual })
  const message = 'the page does not show the amount'
  expectShown(page, hasAmount(page.text, amount), { message, expected: amount, actual })
})

clause('PAGE-01', 'name of each merchant', async context => {
  const { merchant, merchant2 } = context
  for (const each of [merchant, merchant2]) {
    const { name } = each
    const page = staticPageOf(await openSession(context, { merchant: each }))
    const actual = `the page ${page.name} shows: ${page.text}`
    expectShown(page, hasText(page.text, name), { message: `the page does not show “${name}”`, expected: name, actual })
  }
})

clause('PAGE-01', 'total that no binary fraction holds', async context => {
  await visitSession(context)
  const { merchant, checkout, customer, money } = context
  const { items: _items, ...order } = merchant.order({ amount: amountBeyondFractions(money) })
  const response = await checkout(merchant.signs(order))
  // Fraud checks may refuse so much.
  if (!isSuccess(response)) return
  const page = staticPageOf({ page: await customer().open(redirectOf(context, response)) })
  const isShown = page.response.status !== 200 || hasAmount(page.text, order.amount)
  const actual = `the page ${page.name} shows: ${page.text}`
  expectShown(page, isShown, { message: 'the page does not show the amount', expected: order.amount, actual })
})

clause('PAGE-02', 'payment options', async context => {
  const page = staticPageOf(await openSession(context))
  const { pay, options } = page.controls
  expectShown(page, pay && options > 0, {
    message: 'the page offers no way to pay',
    expected: 'at least one payment option',
    actual: describeControls(page),
  })
})

clause('PAGE-02', 'a way to cancel', async context => {
  const page = staticPageOf(await openSession(context))
  const { cancel, unread } = page.controls
  if (!cancel && unread > 0)
    blocked(
      obstacleOf(
        `nothing shows which control cancels: ${describeControls(page)}`,
        'name it in pages.checkout.cancel of the config, such as "button:Back to the shop"',
      ),
    )
  expectShown(page, cancel, {
    message: 'the page offers no way to cancel',
    expected: 'a button or link to cancel',
    actual: describeControls(page),
  })
})
