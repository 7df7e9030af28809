import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Behaviour } from '../../../harness/counterpart.ts'
import { entryOf, numberOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { openSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import { landingWord } from '../../support/gateway/hosted-page/landing-pages.ts'
import { payForProof } from '../../support/gateway/hosted-page/session-notifications.ts'

/** What a gateway chose where the document leaves the hosted page open. Heading: States and transitions. */
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
