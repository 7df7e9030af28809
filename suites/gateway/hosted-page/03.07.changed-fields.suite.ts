import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { ActionResult, Page } from '../../../harness/pages.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { twoItems } from '../../support/gateway/checkout/order-items.ts'
import { type CheckoutSession, openSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import { isCompleted } from '../../support/gateway/hosted-page/landing-pages.ts'
import { identifiersOf } from '../../support/gateway/hosted-page/session-notifications.ts'
import { notificationsSoFar, proofIn, waitForNotifications } from '../../support/gateway/notification/notifications.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import { isSameAddress } from '../../support/same-address.ts'

/** What the order says is not taken from the form. Heading: POST /orders/checkout. */
const { clause } = defineSuite({ id: 'hosted-page-fields', roles: ['gateway'], operations: ['orders.checkout'] })

/** Fields of a page at most. */
const mostFields = 200

/** Returns the fields of a page that have a value, in whichever form they are. */
const fieldsOn = ({ $ }: Page): (readonly [name: string, value: string])[] =>
  $('input[name][value]')
    .toArray()
    .slice(0, mostFields)
    .map(input => [$(input).attr('name') ?? '', $(input).attr('value') ?? ''])

/**
 * Pays with the changed values of the page's fields, those of its other forms as well. Returns undefined if the page has no field that
 * changes.
 */
const payWith = async (
  { page }: CheckoutSession,
  change: (value: string) => string,
): Promise<ActionResult | undefined> => {
  const isOther = ([, value]: readonly [string, string]) => change(value) !== value
  const changing = fieldsOn(page).filter(isOther)
  let isChanged = false
  const landing = await page.pay(submission => {
    const { fields } = submission
    const added = changing.filter(([name]) => fields.every(field => field[0] !== name))
    isChanged ||= added.length > 0 || fields.some(isOther)
    return { ...submission, fields: [...fields, ...added].map(([name, value]) => [name, change(value)] as const) }
  })
  return isChanged ? landing : undefined
}

/** Fails the clause if a proof of the session is over another amount. */
const expectNoProofOver = (context: CheckContext, session: CheckoutSession, other: string): void => {
  const amounts = notificationsSoFar(context, identifiersOf(session)).map(request => proofIn(request)?.proof.amount)
  const isTaken = amounts.some(amount => typeof amount === 'string' && isSameAmount(amount, other))
  expectThat(!isTaken, 'the proof is over the amount that the form was changed to', {
    expected: session.order.amount,
    actual: other,
  })
}

clause('PAGE-07', 'payment with the amount changed in the form', async context => {
  const session = await openSession(context, { customer: context.programCustomer(), order: twoItems(context) })
  const other = context.money.amount(1)
  const landing = await payWith(session, value => (isSameAmount(value, session.order.amount) ? other : value))
  if (landing === undefined) return
  // The page may refuse the submission, or pass over the field.
  const patience = isCompleted(landing, session) ? {} : { ms: context.run.patience.usualMs }
  await waitForNotifications(context, identifiersOf(session), patience)
  expectNoProofOver(context, session, other)
  context.atEndOfRun(() => expectNoProofOver(context, session, other))
})

clause('PAGE-03', 'payment with the return address changed in the form', async context => {
  const session = await openSession(context, { customer: context.programCustomer() })
  const { completed } = session.urls
  const address = new URL(completed)
  address.searchParams.set('changed', context.fresh('changed'))
  const landing = await payWith(session, value => value.replaceAll(completed, address.href))
  if (landing === undefined) return
  expectThat(
    !isSameAddress(landing.redirectedTo, address.href),
    'the form decides where the customer is redirected to',
    {
      expected: completed,
      actual: describeLanding(landing),
      at: landing.responses.at(-1),
    },
  )
})
