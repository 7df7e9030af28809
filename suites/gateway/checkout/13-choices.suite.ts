/**
 * CHECKOUT-13 · Whether urls is required; what a second checkout of the same order gives; the code for currency and
 * fraud checks.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked, notApplicable } from '../../../harness/outcome.ts'
import type { ActionResult } from '../../../harness/pages.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import type { CheckoutRequest, Order } from '../../../schemas/messages.ts'
import { checkoutWithFaults } from '../../support/gateway/checkout/checkout-faults.ts'
import { excessiveAmount } from '../../support/gateway/currencies.ts'
import { checkoutControl, redirectOf, sessionIdOf } from '../../support/gateway/hosted-page/checkout-session.ts'
import { landingWord } from '../../support/gateway/hosted-page/landing-pages.ts'
import { identifiersOf, notificationsOf } from '../../support/gateway/hosted-page/session-notifications.ts'
import { txidsIn, waitForNotifications } from '../../support/gateway/notification/notifications.ts'
import { answerOf, observeAnswers } from '../../support/observations.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'

const { clause } = defineSuite({ id: 'checkout-order', roles: ['gateway'], operations: ['orders.checkout'] })

clause.observe('CHECKOUT-13', 'whether urls is required', async context => {
  const { urls: _urls, ...body } = context.merchant.signs(context.merchant.order())
  await checkoutControl(context)
  await observeAnswers(context, { 'without urls': context.checkout(body) })
})

clause.observe('CHECKOUT-13', 'the same order again', async context => {
  const body = context.merchant.signs(context.merchant.order())
  const first = await context.checkout(body).asControl()
  const response = await context.checkout(body)
  const isSame = memberOf(response.json, 'redirect_url') === first.redirect_url
  context.observe({
    'the same order again': isSuccess(response) ? (isSame ? 'the same session' : 'a new session') : answerOf(response),
  })
})

clause.observe('CHECKOUT-13', 'codes of currency and amount', async context => {
  await checkoutControl(context)
  const order = context.merchant.order({ amount: excessiveAmount(context), items: [] })
  await observeAnswers(context, {
    'currency not supported': checkoutWithFaults(context, ['currency']),
    'very large amount': context.checkout(context.merchant.signs(order)),
  })
})

const again = defineSuite({ id: 'checkout-again', roles: ['gateway'], operations: ['orders.checkout'] })

/** A checked-out order, and the address and id of its session. */
type Checkout = { order: Order; body: CheckoutRequest; url: string; id: string }

const checkOut = async (context: CheckContext): Promise<Checkout> => {
  const order = context.merchant.order({ reference: context.fresh('ref') })
  const body = context.merchant.signs(order)
  const url = redirectOf(context, { json: await context.checkout(body).asControl() })
  return { order, body, url, id: sessionIdOf(url) }
}

const secondCheckoutWord = (context: CheckContext, response: HttpResponse, { url }: Checkout): string => {
  if (!isSuccess(response)) return answerOf(response)
  return redirectOf(context, response) === url ? 'the same session' : 'a new session'
}

const urlsOf = ({ body }: Checkout) => body.urls ?? blocked('the merchant has no addresses')

const visit = (context: CheckContext, url: string, checkout: Checkout): Promise<ActionResult> =>
  context.customer().visit(url, urlsOf(checkout))

/** Pays a checkout on its hosted page and waits for the notification; blocks the check if it cannot be paid there. */
const payFirst = async (context: CheckContext, checkout: Checkout): Promise<void> => {
  const { page, obstacle } = await visit(context, checkout.url, checkout)
  if (page?.response.status !== 200) return blocked(obstacle ?? 'the hosted page does not load (PAGE-01)')
  const landing = await page.pay()
  if (landing.redirectedTo === undefined)
    return blocked(landing.obstacle ?? `the payment leads nowhere (PAGE-03): ${describeLanding(landing)}`)
  await waitForNotifications(context, identifiersOf(checkout))
}

again.clause.observe('CHECKOUT-13', 'the same order after payment', async context => {
  const checkout = await checkOut(context)
  await payFirst(context, checkout)
  const later = await context.checkout(checkout.body)
  const word = secondCheckoutWord(context, later, checkout)
  if (!isSuccess(later)) return context.observe({ 'the same order after payment': word })
  const landing = await visit(context, redirectOf(context, later), checkout)
  context.observe({
    'the same order after payment': word,
    'a later session after payment': landingWord(landing, { urls: urlsOf(checkout) }),
  })
})

again.clause.observe('CHECKOUT-13', 'two sessions of an order', async context => {
  const checkout = await checkOut(context)
  const again = await context.checkout(checkout.body)
  if (secondCheckoutWord(context, again, checkout) !== 'a new session')
    return notApplicable('The target gives each order only one session.')
  const secondUrl = redirectOf(context, again)
  const addresses = { urls: urlsOf(checkout) }
  const { page: openPage } = await visit(context, secondUrl, checkout)
  await payFirst(context, checkout)
  const afterPayment = landingWord(await visit(context, secondUrl, checkout), addresses)
  // This page was open before the order was paid.
  const secondPayment = openPage?.controls.pay ? landingWord(await openPage.pay(), addresses) : 'no way to pay'
  const proofs = txidsIn(await notificationsOf(context, checkout)).size
  context.observe({
    'a second session after payment': afterPayment,
    'paid through a second session, too': secondPayment,
    'both sessions of an order paid': proofs === 0 ? 'no proof' : proofs === 1 ? 'one proof' : 'two proofs',
  })
})

again.clause.observe('CHECKOUT-13', 'another order under a used id', async context => {
  const { order } = await checkOut(context)
  const amount = context.money.amount(99)
  const items = [{ id: 'item-1', name: 'Conformance item', quantity: 1, price: amount }]
  const other = context.merchant.signs(context.merchant.order({ id: order.id, amount, items }))
  await observeAnswers(context, { 'another order under a used id': context.checkout(other) })
})
