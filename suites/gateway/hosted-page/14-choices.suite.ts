/**
 * PAGE-14 · How long a session lives; whether a customer may come back after cancel or a failed payment; where the
 * customer goes when the webhook fails or rejects; the from party of the proof, and the notation of its amount; whether
 * the page works without script, and for people with assistive technologies (seen in a browser).
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Behaviour } from '../../../harness/counterpart.ts'
import { blocked } from '../../../harness/outcome.ts'
import { createCustomer } from '../../../pages/checkout/page.ts'
import { entryOf, numberOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { openSession, staticPageOf, visitSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import { landingWord } from '../../support/gateway/hosted-page/landing-pages.ts'
import { payForProof } from '../../support/gateway/hosted-page/session-notifications.ts'
import { observeAccessibility } from '../../support/pages/accessibility.ts'
import { mayNeedScript } from '../../support/pages/page-scripts.ts'

const { clause } = defineSuite({ id: 'hosted-page-choices', roles: ['gateway'], operations: ['orders.checkout'] })

clause.observe('PAGE-14', 'how long a session lives', async context => {
  const { sessionSeconds } = context.run.pages.checkout
  context.observe({ 'lifetime of a session': sessionSeconds ?? 'not told' }, 'seconds, as the config tells')
})

const paymentWord = (word: string): string => (word === 'urls.completed' ? 'can be paid' : word)

clause.observe('PAGE-14', 'back after a failed payment', async context => {
  const session = await openSession(context)
  await session.page.fail()
  const { page } = await session.customer.visit(session.url, session.urls)
  const word = page?.controls.pay ? landingWord(await page.pay(), session) : 'no way to pay'
  context.observe({ 'pay after failure': paymentWord(word) })
})

clause.observe('PAGE-14', 'back after a cancel', async context => {
  const session = await openSession(context)
  await session.page.cancel()
  context.observe({ 'pay after cancel': paymentWord(landingWord(await session.page.pay(), session)) })
})

const behaviours: Record<string, Behaviour> = {
  fails: { status: 500 },
  hangs: { hang: true },
  rejects: { body: { status: 'rejected', txid: '', message: 'Conformance check' } },
}

for (const [what, behaviour] of Object.entries(behaviours))
  clause.observe(
    'PAGE-14',
    `customer of a webhook that ${what}`,
    async context => {
      const session = await openSession(context)
      context.afterwards(context.counterpart.answerNotification({ reference: session.order.id }, [behaviour]))
      context.observe({ [`customer when the webhook ${what}`]: landingWord(await session.page.pay(), session) })
    },
    { hangs: behaviour.hang === true },
  )

const payerWord = (from: unknown, { merchant, ocid }: CheckContext) =>
  ({ [ocid]: 'the gateway', [merchant.ocid]: 'the merchant' })[numberOf(memberOf(from, 'ocid'))] ?? 'another OCID'

clause.observe('PAGE-14', 'from party of the proof', async context => {
  const session = await openSession(context)
  const { proof } = await payForProof(context, session)
  const reference = memberOf(proof.from, 'reference')
  const other = reference === undefined ? 'absent' : 'another text'
  const referenceWord = entryOf({ [session.id]: 'the session', [session.order.id]: 'the order' }, reference) ?? other
  context.observe({
    'from.ocid of the proof': payerWord(proof.from, context),
    'from.reference of the proof': referenceWord,
  })
})

clause.observe('PAGE-14', 'amount of the proof', async context => {
  const session = await openSession(context)
  const { proof } = await payForProof(context, session)
  const isKept = proof.amount === session.order.amount
  context.observe({ 'amount of the proof': isKept ? 'as in the order' : 'in another notation' })
})

clause.observe('PAGE-14', 'page without script', async context => {
  const { page } = await visitSession(context, { customer: createCustomer(context.run, context) })
  const { controls, obstacle } = page
  if (!controls.pay && !mayNeedScript(page)) blocked(obstacle ?? 'the page offers no way to pay (PAGE-01, PAGE-02)')
  context.observe({ 'page without script': controls.pay ? 'can be paid' : 'needs script' })
})

clause.observe('PAGE-14', 'accessibility of the page', async context =>
  observeAccessibility(context, staticPageOf(await openSession(context))),
)
