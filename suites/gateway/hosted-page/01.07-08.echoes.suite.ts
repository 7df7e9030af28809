import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { blocked, expectSame, expectThat } from '../../../harness/outcome.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { expectEchoes } from '../../members/compare.ts'
import type { Drawn } from '../../members/draw.ts'
import { freeItems, orderMessages, orderOf, shownOrders } from '../../members/gateway-messages.ts'
import { payOrder } from '../../members/paid-orders.ts'
import { InTheWay, overMessages } from '../../members/property.ts'
import { echoesOf } from '../../members/table.ts'
import { type CheckoutSession, staticPageOf, visitOrder } from '../../support/gateway/hosted-page/checkout-session.ts'
import { proofIn } from '../../support/gateway/notification/notifications.ts'
import { expectShown, hasAmount, hasText } from '../../support/pages/page-text.ts'

/** Whatever an order says is on its page, and comes back in its proof. Headings: POST /orders/checkout, Proof. */
const { clause } = defineSuite({ id: 'hosted-page-members', roles: ['gateway'], operations: ['orders.checkout'] })

const expectContent = (_: CheckContext, session: CheckoutSession): void => {
  const { status } = session.page.response
  expectThat(status === 200, 'the hosted page does not load', { expected: '200', actual: status || 'no answer' })
  const page = staticPageOf(session)
  const { items = [], amount } = session.order
  const actual = `the page ${page.name} shows: ${page.text}`
  for (const name of [...items.map(item => item.name), session.merchant.name])
    expectShown(page, hasText(page.text, name), { message: `the page does not show “${name}”`, expected: name, actual })
  const message = 'the page does not show the amount'
  expectShown(page, hasAmount(page.text, amount), { message, expected: amount, actual })
}

const pages = {
  send: async (context: CheckContext, drawn: Drawn) => visitOrder(context, orderOf(context, drawn).order),
  test: expectContent,
}

clause.property('PAGE-01', 'any order on its page', overMessages({ ...pages, messages: shownOrders, runs: 6 }))

clause.property(
  'PAGE-01',
  'items that cost nothing',
  overMessages({ ...pages, messages: freeItems, runs: 2, mostSamples: 4, mayBeRefused: true }),
)

/** Checks out an order, pays it on its page, and returns the proof; undefined if the target refuses the order or its payment. */
const sendAndPay = async (context: CheckContext, drawn: Drawn) => {
  const paid = await payOrder(context, drawn)
  if (paid === undefined || paid instanceof InTheWay) return paid
  const [notification] = await context.awaitRequests(paid.isAbout)
  const proof = notification && proofIn(notification)?.proof
  return { body: paid.body, proof: proof ?? blocked('no proof of the payment is sent (NOTIFY-01)', 'NOTIFY-01') }
}

const payments = { messages: orderMessages, send: sendAndPay }

clause.property(
  'PAGE-07',
  'any order in the proof of its payment',
  overMessages({
    ...payments,
    runs: 2,
    mostSamples: 10,
    test: (_, { body, proof }) => expectEchoes(echoesOf('orders.checkout', 'proof', 'PAGE-07'), body, proof, 'proof'),
  }),
)

clause.property(
  'PAGE-08',
  'proof of any order at verify',
  overMessages({
    ...payments,
    runs: 2,
    mostSamples: 10,
    test: async (context, { proof }) => {
      const transaction = await context.verify(textOf(proof.txid)).expectAccepted()
      expectSame(transaction.proof, proof, 'the proof that verify shows')
    },
  }),
  { operations: ['orders.checkout', 'verify'] },
)
