import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked, notApplicable } from '../../../harness/outcome.ts'
import type { CheckoutRequest, Order } from '../../../schemas/messages.ts'
import { marksOf, redirectOf, sentAbout, sessionIdOf, txidsOf } from '../../support/gateway/checkout-session.ts'
import { placeOf } from '../../support/gateway/landing-pages.ts'
import { deliveries } from '../../support/gateway/notifications.ts'
import { answerOf, observeAnswers } from '../../support/observations.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'checkout-again', roles: ['gateway'], operations: ['orders.checkout'] })
const { clause } = suite

/** An order, signed and checked out, and the address of its session. */
type CheckedOut = { order: Order; body: CheckoutRequest; url: string }

const checkedOut = async (context: CheckContext): Promise<CheckedOut> => {
  const order = context.merchant.order({ reference: context.fresh('reference') })
  const body = context.merchant.signs(order)
  return { order, body, url: redirectOf(context, { json: await context.checkout(body).asControl() }) }
}

/** What another checkout of the same order gave. */
const sessionIn = (context: CheckContext, response: HttpResponse, { url }: CheckedOut): string => {
  if (!isSuccess(response)) return answerOf(response)
  return redirectOf(context, response) === url ? 'the same session' : 'a new session'
}

const urlsOf = ({ body }: CheckedOut) => body.urls ?? blocked('the merchant has no addresses')

const pageAt = async (context: CheckContext, url: string, made: CheckedOut) =>
  context.customer().visit(url, urlsOf(made))

const placeAt = async (context: CheckContext, url: string, made: CheckedOut): Promise<string> =>
  placeOf(await pageAt(context, url, made), { urls: urlsOf(made) })

const marks = ({ order, url }: CheckedOut): string[] => marksOf({ order, id: sessionIdOf(url) })

/** Pays on the page at an address; false where it shows no way to. */
const payAt = async (context: CheckContext, url: string, made: CheckedOut): Promise<boolean> => {
  const { page } = await pageAt(context, url, made)
  if (page?.response.status !== 200 || !page.controls.pay) return false
  await page.pay()
  return true
}

clause.observe('CHECKOUT-13', 'the same order after payment', async context => {
  const made = await checkedOut(context)
  if (!(await payAt(context, made.url, made))) blocked('the hosted page cannot be paid (PAGE-01, PAGE-02)')
  await deliveries(context, marks(made))
  const later = await context.checkout(made.body)
  const place = isSuccess(later) ? await placeAt(context, redirectOf(context, later), made) : undefined
  context.observe({
    'the same order after payment': sessionIn(context, later, made),
    ...(place ? { 'a later session after payment': place } : {}),
  })
})

clause.observe('CHECKOUT-13', 'two sessions of an order', async context => {
  const made = await checkedOut(context)
  const again = await context.checkout(made.body)
  if (sessionIn(context, again, made) !== 'a new session') return notApplicable('An order has one session here.')
  const second = redirectOf(context, again)
  const { page: open } = await pageAt(context, second, made)
  if (!(await payAt(context, made.url, made))) blocked('the hosted page cannot be paid (PAGE-01, PAGE-02)')
  await deliveries(context, marks(made))
  const place = await placeAt(context, second, made)
  // The page that was open before the order was paid.
  const paid = open?.controls.pay ? placeOf(await open.pay(), { urls: urlsOf(made) }) : 'no way to pay'
  const proofs = txidsOf(await sentAbout(context, { order: made.order, id: sessionIdOf(made.url) })).size
  context.observe({
    'a second session after payment': place,
    'paid through a second session, too': paid,
    'both sessions of an order paid': proofs === 0 ? 'no proof' : proofs === 1 ? 'one proof' : 'two proofs',
  })
})

clause.observe('CHECKOUT-13', 'another order under a used id', async context => {
  const { order } = await checkedOut(context)
  const amount = context.money.amount(99)
  const items = [{ id: 'item-1', name: 'Conformance item', quantity: 1, price: amount }]
  const other = context.merchant.signs(context.merchant.order({ id: order.id, amount, items }))
  await observeAnswers(context, { 'another order under a used id': context.checkout(other) })
})

/** POST /orders/checkout of an order that was checked out before, which the document leaves open. */
export const checkoutAgain = whereDeclared(suite)
