import { sameAmount } from '../../protocol/amount.ts'
import { isAddress } from '../addressed.ts'
import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import { blocked, breach, holds, same } from '../harness/outcome.ts'
import type { Landing, Page } from '../harness/page.ts'
import { member, signedByTarget } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import { showsAmount, showsText } from '../shown.ts'
import { deliveries } from './deliveries.ts'
import { type Hosted, marksOf, openSession, paidProof, sentAbout, visitSession, whereTo } from './hosted.ts'

const suite = defineSuite({ id: 'hosted-page', roles: ['gateway'], operations: ['orders.checkout'] })
const { clause } = suite

/** Blocked where the page is made by script, which this driver does not run. */
const legible = ({ page }: Hosted): Page =>
  page.needsScript
    ? blocked('the hosted page shows nothing to use without script: pages.checkout.driver has to be browser')
    : page

const order = ({ money }: Stage) => ({
  amount: money.amount(456),
  items: [
    { id: 'item-1', name: 'Blue desk lamp', price: money.amount(100), quantity: 2 },
    { id: 'item-2', name: 'Green garden chair', price: money.amount(256), quantity: 1 },
  ],
})

clause('PAGE-01', 'items, amount and merchant', async stage => {
  const { amount, items } = order(stage)
  const hosted = await visitSession(stage, { order: { amount, items } })
  const { status } = hosted.page.answer
  holds(status === 200, 'the hosted page does not show', { expected: '200', actual: status || 'no answer' })
  const { text } = legible(hosted)
  for (const name of [...items.map(item => item.name), hosted.merchant.name]) {
    holds(showsText(text, name), `the page does not show “${name}”`, { expected: name, actual: text })
  }
  holds(showsAmount(text, amount), 'the page does not show the amount', { expected: amount, actual: text })
})

clause('PAGE-02', 'payment options', async stage => {
  const page = legible(await openSession(stage))
  const { pay, options } = page.controls
  if (!pay && page.$('script').length > 0)
    blocked('no control to pay is found: name it in pages.checkout.pay of the config')
  holds(pay && options > 0, 'the page offers no way to pay', {
    expected: 'at least one payment option',
    actual: page.text,
  })
})

clause('PAGE-02', 'a way to cancel', async stage => {
  const page = legible(await openSession(stage))
  const { cancel, unread } = page.controls
  if (!cancel && unread > 0) blocked('no control to cancel is found: name it in pages.checkout.cancel of the config')
  holds(cancel, 'the page offers no way to cancel', { expected: 'a button or link to cancel', actual: page.text })
})

const leadsTo = (landing: Landing, wanted: string, member: string) => {
  const isThere = isAddress(landing.redirectedTo, wanted)
  holds(isThere, `the customer is not redirected to urls.${member}`, { expected: wanted, actual: whereTo(landing) })
}

const paysInOrder = async (stage: Stage) => {
  const hosted = await openSession(stage)
  const landing = await hosted.page.pay()
  leadsTo(landing, hosted.urls.completed, 'completed')
  const [sent] = await deliveries(stage, marksOf(hosted))
  const redirectedAt = landing.answers.at(-1)?.arrivedAt ?? 0
  if (!sent)
    return breach('no proof is sent after a successful payment', { expected: 'a notification', actual: 'none' })
  holds(sent.at <= redirectedAt, 'the customer is redirected before the proof is sent', {
    expected: 'the notification before the redirect',
    actual: `the notification ${Math.ceil(sent.at - redirectedAt)} ms after the redirect`,
  })
}

clause('PAGE-03', 'proof, then urls.completed', async stage => {
  for (let payment = 0; payment < 3; payment++) await paysInOrder(stage)
})

const makesNoProof = async (stage: Stage, hosted: Hosted, landing: Landing) => {
  leadsTo(landing, hosted.urls.cancelled, 'cancelled')
  const [sent] = await sentAbout(stage, hosted)
  holds(sent === undefined, 'a proof is sent though nothing was paid', {
    expected: 'no notification',
    actual: sent?.body,
  })
}

clause('PAGE-04', 'cancel', async stage => {
  const hosted = await openSession(stage)
  await makesNoProof(stage, hosted, await hosted.page.cancel())
})

clause('PAGE-04', 'failed payment', async stage => {
  const hosted = await openSession(stage)
  await makesNoProof(stage, hosted, await hosted.page.fail())
})

clause('PAGE-07', 'proof of a hosted payment', async stage => {
  const hosted = await openSession(stage, { order: order(stage) })
  const { proof } = await paidProof(stage, hosted)
  const { id, ocid, amount, currency } = hosted.order
  same(proof.issuer, stage.ocid, 'proof.issuer')
  same(member(proof.to, 'ocid'), ocid, 'proof.to.ocid')
  same(member(proof.to, 'reference'), id, 'proof.to.reference')
  const isAmount = typeof proof.amount === 'string' && sameAmount(proof.amount, amount)
  holds(isAmount, 'proof.amount is not the amount of the order', { expected: amount, actual: proof.amount })
  same(proof.currency, currency, 'proof.currency')
})

clause(
  'PAGE-08',
  'verify shows the same proof',
  async stage => {
    const { proof } = await paidProof(stage, await openSession(stage))
    const { json } = await stage.verify(String(proof.txid))
    same(member(json, 'proof'), proof, 'the proof that verify shows')
    signedByTarget(stage, 'the proof that verify shows', { payload: proof, signature: member(json, 'signature') })
  },
  { operations: ['orders.checkout', 'verify'] },
)

/** Seconds by which the clocks of target and harness may differ. */
const clockDifference = 60

clause('PAGE-12', 'txid and time of the proof', async stage => {
  const created = { createdAt: stage.now() - 3000 }
  const hosted = await openSession(stage, { order: created })
  const began = stage.now()
  const first = await paidProof(stage, hosted)
  const second = await paidProof(stage, await openSession(stage))
  const { txid, timestamp } = first.proof
  const taken = [second.proof.txid, hosted.id, hosted.order.id, hosted.order.reference]
  holds(typeof txid === 'string' && !taken.includes(txid), 'the proof has no txid of its own', {
    expected: 'an id of nothing else: another payment, the session, the order',
    actual: txid,
  })
  const ended = Math.ceil(first.receivedAt / 1000)
  const isThen =
    typeof timestamp === 'number' && timestamp >= began - clockDifference && timestamp <= ended + clockDifference
  holds(isThen, 'proof.timestamp is not the time of completion', {
    expected: `${began} to ${ended}`,
    actual: timestamp,
  })
})

/** The hosted page: what it shows and what paying and cancelling lead to. Headings: POST /orders/checkout, States. */
export const hostedPage = whereDeclared(suite)
