import { isAddress } from '../addressed.ts'
import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import type { Behaviour } from '../harness/counterpart.ts'
import { member } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import { expiredSession, type Hosted, openSession, paidProof } from './hosted.ts'
import { placeOf } from './places.ts'

const suite = defineSuite({ id: 'hosted-page-choices', roles: ['gateway'], operations: ['orders.checkout'] })
const { clause } = suite

const reopened = async (hosted: Hosted): Promise<string> =>
  placeOf(await hosted.customer.visit(hosted.url, hosted.urls), hosted)

clause.observe('PAGE-11', 'session that is paid, opened again', async stage => {
  const hosted = await openSession(stage)
  await hosted.page.pay()
  stage.observe({ 'opened after payment': await reopened(hosted) })
})

clause.observe('PAGE-11', 'session that is cancelled, opened again', async stage => {
  const hosted = await openSession(stage)
  await hosted.page.cancel()
  stage.observe({ 'opened after cancel': await reopened(hosted) })
})

clause.observe('PAGE-11', 'session whose order has expired', async stage => {
  const hosted = await expiredSession(stage)
  const paid = placeOf(await hosted.page.pay(), hosted)
  stage.observe({ 'paid after expiry': paid, 'opened after expiry': await reopened(hosted) })
})

clause.observe('PAGE-11', 'query of urls.completed', async stage => {
  const { page, urls } = await openSession(stage)
  const { redirectedTo } = await page.pay()
  const isAsGiven = redirectedTo !== undefined && new URL(urls.completed).href === redirectedTo
  const isThere = isAddress(redirectedTo, urls.completed)
  const names =
    isThere && redirectedTo
      ? [...new URL(redirectedTo).searchParams.keys()].filter(name => !new URL(urls.completed).searchParams.has(name))
      : []
  stage.observe(
    { 'urls.completed': isAsGiven ? 'as given' : isThere ? 'with members added' : 'not reached' },
    names.join(', ').slice(0, 200) || undefined,
  )
})

clause.observe('PAGE-14', 'how long a session lives', async stage => {
  const { sessionSeconds } = stage.session.pages.checkout
  stage.observe({ 'lifetime of a session': sessionSeconds ?? 'not told' }, 'seconds, as the config tells')
})

clause.observe('PAGE-14', 'back after a failed payment', async stage => {
  const hosted = await openSession(stage)
  await hosted.page.fail()
  const { page } = await hosted.customer.visit(hosted.url, hosted.urls)
  const again = page?.controls.pay ? placeOf(await page.pay(), hosted) : 'no way to pay'
  stage.observe({ 'pay after failure': again === 'urls.completed' ? 'can be paid' : again })
})

clause.observe('PAGE-14', 'back after a cancel', async stage => {
  const hosted = await openSession(stage)
  await hosted.page.cancel()
  const again = placeOf(await hosted.page.pay(), hosted)
  stage.observe({ 'pay after cancel': again === 'urls.completed' ? 'can be paid' : again })
})

const answers: Record<string, Behaviour> = {
  fails: { status: 500 },
  hangs: { hang: true },
  rejects: { body: { status: 'rejected', txid: '', message: 'Conformance check' } },
}

for (const [how, behaviour] of Object.entries(answers)) {
  clause.observe('PAGE-14', `customer of a webhook that ${how}`, async stage => {
    const hosted = await openSession(stage)
    stage.afterwards(stage.counterpart.answerNotification({ reference: hosted.order.id }, [behaviour]))
    stage.observe({ [`customer when the webhook ${how}`]: placeOf(await hosted.page.pay(), hosted) })
  })
}

const payerOf = (from: unknown, { merchant, ocid }: Stage) =>
  ({ [ocid]: 'the gateway', [merchant.ocid]: 'the merchant' })[Number(member(from, 'ocid'))] ?? 'another OCID'

clause.observe('PAGE-14', 'from party of the proof', async stage => {
  const hosted = await openSession(stage)
  const { proof } = await paidProof(stage, hosted)
  const reference = member(proof.from, 'reference')
  const other = reference === undefined ? 'absent' : 'another text'
  const told = { [hosted.id]: 'the session', [hosted.order.id]: 'the order' }[String(reference)] ?? other
  stage.observe({ 'from.ocid of the proof': payerOf(proof.from, stage), 'from.reference of the proof': told })
})

/** What a gateway chose where the document leaves the hosted page open. Heading: States and transitions. */
export const hostedPageChoices = whereDeclared(suite)
