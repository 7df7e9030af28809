import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Behaviour } from '../../../harness/counterpart.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { expiredSession, type Hosted, openSession, paidProof } from '../../support/gateway/checkout-session.ts'
import { placeOf } from '../../support/gateway/landing-pages.ts'
import { whereDeclared } from '../../support/parametrize.ts'
import { isSameAddress } from '../../support/url-match.ts'

const suite = defineSuite({ id: 'hosted-page-choices', roles: ['gateway'], operations: ['orders.checkout'] })
const { clause } = suite

const reopened = async (hosted: Hosted): Promise<string> =>
  placeOf(await hosted.customer.visit(hosted.url, hosted.urls), hosted)

clause.observe('PAGE-11', 'session that is paid, opened again', async context => {
  const hosted = await openSession(context)
  await hosted.page.pay()
  context.observe({ 'opened after payment': await reopened(hosted) })
})

clause.observe('PAGE-11', 'session that is cancelled, opened again', async context => {
  const hosted = await openSession(context)
  await hosted.page.cancel()
  context.observe({ 'opened after cancel': await reopened(hosted) })
})

clause.observe('PAGE-11', 'session whose order has expired', async context => {
  const hosted = await expiredSession(context)
  const paid = placeOf(await hosted.page.pay(), hosted)
  context.observe({ 'paid after expiry': paid, 'opened after expiry': await reopened(hosted) })
})

clause.observe('PAGE-11', 'query of urls.completed', async context => {
  const { page, urls } = await openSession(context)
  const { redirectedTo } = await page.pay()
  const isAsGiven = redirectedTo !== undefined && new URL(urls.completed).href === redirectedTo
  const isThere = isSameAddress(redirectedTo, urls.completed)
  const names =
    isThere && redirectedTo
      ? [...new URL(redirectedTo).searchParams.keys()].filter(name => !new URL(urls.completed).searchParams.has(name))
      : []
  context.observe(
    { 'urls.completed': isAsGiven ? 'as given' : isThere ? 'with members added' : 'not reached' },
    names.join(', ').slice(0, 200) || undefined,
  )
})

clause.observe('PAGE-14', 'how long a session lives', async context => {
  const { sessionSeconds } = context.run.pages.checkout
  context.observe({ 'lifetime of a session': sessionSeconds ?? 'not told' }, 'seconds, as the config tells')
})

clause.observe('PAGE-14', 'back after a failed payment', async context => {
  const hosted = await openSession(context)
  await hosted.page.fail()
  const { page } = await hosted.customer.visit(hosted.url, hosted.urls)
  const again = page?.controls.pay ? placeOf(await page.pay(), hosted) : 'no way to pay'
  context.observe({ 'pay after failure': again === 'urls.completed' ? 'can be paid' : again })
})

clause.observe('PAGE-14', 'back after a cancel', async context => {
  const hosted = await openSession(context)
  await hosted.page.cancel()
  const again = placeOf(await hosted.page.pay(), hosted)
  context.observe({ 'pay after cancel': again === 'urls.completed' ? 'can be paid' : again })
})

const responses: Record<string, Behaviour> = {
  fails: { status: 500 },
  hangs: { hang: true },
  rejects: { body: { status: 'rejected', txid: '', message: 'Conformance check' } },
}

for (const [how, behaviour] of Object.entries(responses)) {
  clause.observe('PAGE-14', `customer of a webhook that ${how}`, async context => {
    const hosted = await openSession(context)
    context.afterwards(context.counterpart.answerNotification({ reference: hosted.order.id }, [behaviour]))
    context.observe({ [`customer when the webhook ${how}`]: placeOf(await hosted.page.pay(), hosted) })
  })
}

const payerOf = (from: unknown, { merchant, ocid }: CheckContext) =>
  ({ [ocid]: 'the gateway', [merchant.ocid]: 'the merchant' })[Number(member(from, 'ocid'))] ?? 'another OCID'

clause.observe('PAGE-14', 'from party of the proof', async context => {
  const hosted = await openSession(context)
  const { proof } = await paidProof(context, hosted)
  const reference = member(proof.from, 'reference')
  const other = reference === undefined ? 'absent' : 'another text'
  const told = { [hosted.id]: 'the session', [hosted.order.id]: 'the order' }[String(reference)] ?? other
  context.observe({ 'from.ocid of the proof': payerOf(proof.from, context), 'from.reference of the proof': told })
})

/** What a gateway chose where the document leaves the hosted page open. Heading: States and transitions. */
export const hostedPageChoices = whereDeclared(suite)
