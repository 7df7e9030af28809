import type { CheckoutRequest, Order } from '../../schemas/messages.ts'
import { whereDeclared } from '../every.ts'
import type { Answer } from '../harness/answer.ts'
import { defineSuite } from '../harness/clause.ts'
import { blocked, notApplicable } from '../harness/outcome.ts'
import { isSuccess } from '../harness/sent.ts'
import type { Stage } from '../harness/stage.ts'
import { answerOf, observeAnswers } from '../observed.ts'
import { deliveries } from './deliveries.ts'
import { marksOf, redirectOf, sentAbout, sessionIdOf, txidsOf } from './hosted.ts'
import { placeOf } from './places.ts'

const suite = defineSuite({ id: 'checkout-again', roles: ['gateway'], operations: ['orders.checkout'] })
const { clause } = suite

/** An order, signed and checked out, and the address of its session. */
type CheckedOut = { order: Order; body: CheckoutRequest; url: string }

const checkedOut = async (stage: Stage): Promise<CheckedOut> => {
  const order = stage.merchant.order({ reference: stage.fresh('reference') })
  const body = stage.merchant.signs(order)
  return { order, body, url: redirectOf(stage, { json: await stage.checkout(body).asControl() }) }
}

/** What another checkout of the same order gave. */
const sessionIn = (stage: Stage, answer: Answer, { url }: CheckedOut): string => {
  if (!isSuccess(answer)) return answerOf(answer)
  return redirectOf(stage, answer) === url ? 'the same session' : 'a new session'
}

const urlsOf = ({ body }: CheckedOut) => body.urls ?? blocked('the merchant has no addresses')

const pageAt = async (stage: Stage, url: string, made: CheckedOut) => stage.customer().visit(url, urlsOf(made))

const placeAt = async (stage: Stage, url: string, made: CheckedOut): Promise<string> =>
  placeOf(await pageAt(stage, url, made), { urls: urlsOf(made) })

const marks = ({ order, url }: CheckedOut): string[] => marksOf({ order, id: sessionIdOf(url) })

/** Pays on the page at an address; false where it shows no way to. */
const payAt = async (stage: Stage, url: string, made: CheckedOut): Promise<boolean> => {
  const { page } = await pageAt(stage, url, made)
  if (page?.answer.status !== 200 || !page.controls.pay) return false
  await page.pay()
  return true
}

clause.observe('CHECKOUT-13', 'the same order after payment', async stage => {
  const made = await checkedOut(stage)
  if (!(await payAt(stage, made.url, made))) blocked('the hosted page cannot be paid (PAGE-01, PAGE-02)')
  await deliveries(stage, marks(made))
  const later = await stage.checkout(made.body)
  const place = isSuccess(later) ? await placeAt(stage, redirectOf(stage, later), made) : undefined
  stage.observe({
    'the same order after payment': sessionIn(stage, later, made),
    ...(place ? { 'a later session after payment': place } : {}),
  })
})

clause.observe('CHECKOUT-13', 'two sessions of an order', async stage => {
  const made = await checkedOut(stage)
  const again = await stage.checkout(made.body)
  if (sessionIn(stage, again, made) !== 'a new session') return notApplicable('An order has one session here.')
  const second = redirectOf(stage, again)
  const { page: open } = await pageAt(stage, second, made)
  if (!(await payAt(stage, made.url, made))) blocked('the hosted page cannot be paid (PAGE-01, PAGE-02)')
  await deliveries(stage, marks(made))
  const place = await placeAt(stage, second, made)
  // The page that was open before the order was paid.
  const paid = open?.controls.pay ? placeOf(await open.pay(), { urls: urlsOf(made) }) : 'no way to pay'
  const proofs = txidsOf(await sentAbout(stage, { order: made.order, id: sessionIdOf(made.url) })).size
  stage.observe({
    'a second session after payment': place,
    'paid through a second session, too': paid,
    'both sessions of an order paid': proofs === 0 ? 'no proof' : proofs === 1 ? 'one proof' : 'two proofs',
  })
})

clause.observe('CHECKOUT-13', 'another order under a used id', async stage => {
  const { order } = await checkedOut(stage)
  const amount = stage.money.amount(99)
  const items = [{ id: 'item-1', name: 'Conformance item', quantity: 1, price: amount }]
  const other = stage.merchant.signs(stage.merchant.order({ id: order.id, amount, items }))
  await observeAnswers(stage, { 'another order under a used id': stage.checkout(other) })
})

/** POST /orders/checkout of an order that was checked out before, which the document leaves open. */
export const checkoutAgain = whereDeclared(suite)
