import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectSignedByTarget, member } from '../../../harness/http/target-signature.ts'
import { blocked, expectSame, expectThat, fail } from '../../../harness/outcome.ts'
import type { ActionResult, Page } from '../../../harness/pages/checkout-page.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { describeLanding } from '../../support/describe-landing.ts'
import {
  type Hosted,
  marksOf,
  openSession,
  paidProof,
  sentAbout,
  visitSession,
} from '../../support/gateway/checkout-session.ts'
import { deliveries } from '../../support/gateway/notifications.ts'
import { hasAmount, hasText } from '../../support/page-text.ts'
import { whereDeclared } from '../../support/parametrize.ts'
import { isSameAddress } from '../../support/url-match.ts'

const suite = defineSuite({ id: 'hosted-page', roles: ['gateway'], operations: ['orders.checkout'] })
const { clause } = suite

/** Blocked where the page is made by script, which this driver does not run. */
const legible = ({ page }: Hosted): Page =>
  page.needsScript
    ? blocked('the hosted page shows nothing to use without script: pages.checkout.driver has to be browser')
    : page

const order = ({ money }: CheckContext) => ({
  amount: money.amount(456),
  items: [
    { id: 'item-1', name: 'Blue desk lamp', price: money.amount(100), quantity: 2 },
    { id: 'item-2', name: 'Green garden chair', price: money.amount(256), quantity: 1 },
  ],
})

clause('PAGE-01', 'items, amount and merchant', async context => {
  const { amount, items } = order(context)
  const hosted = await visitSession(context, { order: { amount, items } })
  const { status } = hosted.page.response
  expectThat(status === 200, 'the hosted page does not show', { expected: '200', actual: status || 'no answer' })
  const { text } = legible(hosted)
  for (const name of [...items.map(item => item.name), hosted.merchant.name]) {
    expectThat(hasText(text, name), `the page does not show “${name}”`, { expected: name, actual: text })
  }
  expectThat(hasAmount(text, amount), 'the page does not show the amount', { expected: amount, actual: text })
})

clause('PAGE-02', 'payment options', async context => {
  const page = legible(await openSession(context))
  const { pay, options } = page.controls
  if (!pay && page.$('script').length > 0)
    blocked('no control to pay is found: name it in pages.checkout.pay of the config')
  expectThat(pay && options > 0, 'the page offers no way to pay', {
    expected: 'at least one payment option',
    actual: page.text,
  })
})

clause('PAGE-02', 'a way to cancel', async context => {
  const page = legible(await openSession(context))
  const { cancel, unread } = page.controls
  if (!cancel && unread > 0) blocked('no control to cancel is found: name it in pages.checkout.cancel of the config')
  expectThat(cancel, 'the page offers no way to cancel', { expected: 'a button or link to cancel', actual: page.text })
})

const leadsTo = (landing: ActionResult, wanted: string, member: string) => {
  const isThere = isSameAddress(landing.redirectedTo, wanted)
  expectThat(isThere, `the customer is not redirected to urls.${member}`, {
    expected: wanted,
    actual: describeLanding(landing),
  })
}

const paysInOrder = async (context: CheckContext) => {
  const hosted = await openSession(context)
  const landing = await hosted.page.pay()
  leadsTo(landing, hosted.urls.completed, 'completed')
  const [sent] = await deliveries(context, marksOf(hosted))
  const redirectedAt = landing.responses.at(-1)?.arrivedAt ?? 0
  if (!sent) return fail('no proof is sent after a successful payment', { expected: 'a notification', actual: 'none' })
  expectThat(sent.at <= redirectedAt, 'the customer is redirected before the proof is sent', {
    expected: 'the notification before the redirect',
    actual: `the notification ${Math.ceil(sent.at - redirectedAt)} ms after the redirect`,
  })
}

clause('PAGE-03', 'proof, then urls.completed', async context => {
  for (let payment = 0; payment < 3; payment++) await paysInOrder(context)
})

const makesNoProof = async (context: CheckContext, hosted: Hosted, landing: ActionResult) => {
  leadsTo(landing, hosted.urls.cancelled, 'cancelled')
  const [sent] = await sentAbout(context, hosted)
  expectThat(sent === undefined, 'a proof is sent though nothing was paid', {
    expected: 'no notification',
    actual: sent?.body,
  })
}

clause('PAGE-04', 'cancel', async context => {
  const hosted = await openSession(context)
  await makesNoProof(context, hosted, await hosted.page.cancel())
})

clause('PAGE-04', 'failed payment', async context => {
  const hosted = await openSession(context)
  await makesNoProof(context, hosted, await hosted.page.fail())
})

clause('PAGE-07', 'proof of a hosted payment', async context => {
  const hosted = await openSession(context, { order: order(context) })
  const { proof } = await paidProof(context, hosted)
  const { id, ocid, amount, currency } = hosted.order
  expectSame(proof.issuer, context.ocid, 'proof.issuer')
  expectSame(member(proof.to, 'ocid'), ocid, 'proof.to.ocid')
  expectSame(member(proof.to, 'reference'), id, 'proof.to.reference')
  const isAmount = typeof proof.amount === 'string' && isSameAmount(proof.amount, amount)
  expectThat(isAmount, 'proof.amount is not the amount of the order', { expected: amount, actual: proof.amount })
  expectSame(proof.currency, currency, 'proof.currency')
})

clause(
  'PAGE-08',
  'verify shows the same proof',
  async context => {
    const { proof } = await paidProof(context, await openSession(context))
    const { json } = await context.verify(String(proof.txid))
    expectSame(member(json, 'proof'), proof, 'the proof that verify shows')
    expectSignedByTarget(context, 'the proof that verify shows', {
      payload: proof,
      signature: member(json, 'signature'),
    })
  },
  { operations: ['orders.checkout', 'verify'] },
)

/** Seconds by which the clocks of target and harness may differ. */
const clockDifference = 60

clause('PAGE-12', 'txid and time of the proof', async context => {
  const created = { createdAt: context.now() - 3000 }
  const hosted = await openSession(context, { order: created })
  const began = context.now()
  const first = await paidProof(context, hosted)
  const second = await paidProof(context, await openSession(context))
  const { txid, timestamp } = first.proof
  const taken = [second.proof.txid, hosted.id, hosted.order.id, hosted.order.reference]
  expectThat(typeof txid === 'string' && !taken.includes(txid), 'the proof has no txid of its own', {
    expected: 'an id of nothing else: another payment, the session, the order',
    actual: txid,
  })
  const ended = Math.ceil(first.receivedAt / 1000)
  const isThen =
    typeof timestamp === 'number' && timestamp >= began - clockDifference && timestamp <= ended + clockDifference
  expectThat(isThen, 'proof.timestamp is not the time of completion', {
    expected: `${began} to ${ended}`,
    actual: timestamp,
  })
})

/** The hosted page: what it shows and what paying and cancelling lead to. Headings: POST /orders/checkout, States. */
export const hostedPage = whereDeclared(suite)
