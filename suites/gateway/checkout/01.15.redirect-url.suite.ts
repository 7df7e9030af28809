import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { Order } from '../../../schemas/messages.ts'
import { checkoutControl, redirectOf } from '../../support/gateway/hosted-page/checkout-session.ts'

/** An accepted order gets the address of its hosted page. Heading: POST /orders/checkout. */
const { clause } = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })

const expectRedirectUrl = async ({ checkout, merchant }: CheckContext, order: Order) => {
  const response = checkout(merchant.signs(order))
  const { redirect_url } = await response.expectAccepted('checkout-response')
  const isAbsolute = /^https?:\/\/[^/]/i.test(redirect_url) && URL.canParse(redirect_url)
  expectThat(isAbsolute, 'redirect_url is not an absolute URI', { expected: 'http(s)://host/…', actual: redirect_url })
}

clause('CHECKOUT-01', 'valid order', context => expectRedirectUrl(context, context.merchant.order()))

clause('CHECKOUT-01', 'valid order without optional members', async context => {
  const { items: _items, memo: _memo, ...order } = context.merchant.order()
  await expectRedirectUrl(context, order)
})

clause('CHECKOUT-15', 'path of the hosted page', async context => {
  const { pathname } = new URL(redirectOf(context, { json: await checkoutControl(context) }))
  expectThat(/\/checkout\/[^/]+$/.test(pathname), 'the hosted page has another path', {
    expected: '…/checkout/{sessionId}',
    actual: pathname,
  })
})
