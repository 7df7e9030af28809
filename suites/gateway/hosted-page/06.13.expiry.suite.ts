import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import {
  type CheckoutSession,
  openExpiredSession,
  openSession,
} from '../../support/gateway/hosted-page/checkout-session.ts'
import { isCompleted } from '../../support/gateway/hosted-page/landing-pages.ts'
import { goOn } from '../../support/gateway/hosted-page/later-page.ts'
import { expectNoProof, payOnPage } from '../../support/gateway/hosted-page/session-notifications.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'

/** An expired session, or the session of an expired order, cannot be paid. Heading: POST /orders/checkout. */
const { clause } = defineSuite({ id: 'hosted-page-once', roles: ['gateway'], operations: ['orders.checkout'] })

/** Pays another session in time as a control; tells whether its proof is sent. */
const payInTime = async (context: CheckContext): Promise<boolean> => {
  const { notification } = await payOnPage(context, await openSession(context))
  return notification !== undefined
}

type LatePayment = { session: CheckoutSession; what: string; areProofsSent: boolean }

/** A session counts as paid if a proof is sent or, if no proof of the control was sent, if it leads to urls.completed. */
const expectLatePaymentRefused = async (
  context: CheckContext,
  { session, what, areProofsSent }: LatePayment,
): Promise<void> => {
  const landing = await session.page.pay()
  const isPaid = !areProofsSent && isCompleted(landing, session)
  expectThat(!isPaid, `${what} is paid`, {
    expected: 'no redirect to urls.completed',
    actual: describeLanding(landing),
  })
  await expectNoProof(context, session, { message: `a proof is made for ${what}`, expected: 'no proof' })
}

const mostSeconds = { quick: 10, standard: 10, thorough: 120 }

/** Returns the life of a session in seconds; not applicable if it is not told, or outlives a run that cannot move the target's clock. */
const lifeOfSession = ({ run: { pages, depth, moveClock } }: CheckContext): { seconds: number; byMoving: boolean } => {
  const { sessionSeconds } = pages.checkout
  if (sessionSeconds === undefined)
    return notApplicable(
      'The config does not say how long a session of the hosted page lives. With pages.checkout.sessionSeconds it does.',
    )
  const byMoving = sessionSeconds > mostSeconds[depth]
  if (byMoving && moveClock === undefined)
    notApplicable(
      `A session lives ${sessionSeconds} s and outlives the run. One of at most ${mostSeconds.standard} s (--depth thorough: ${mostSeconds.thorough} s) is waited for; with target.clock the time of the target is moved on, unless shards or workers share it.`,
    )
  return { seconds: sessionSeconds, byMoving }
}

clause(
  'PAGE-06',
  'expired session',
  async context => {
    const { seconds, byMoving } = lifeOfSession(context)
    const areProofsSent = await payInTime(context)
    const order = { expiresAt: context.now() + seconds + 3600 }
    const session = await openSession(context, { order, expires: true })
    await context.letPass(seconds + 1, byMoving)
    await expectLatePaymentRefused(context, { session, what: 'an expired session', areProofsSent })
  },
  { waits: true },
)

clause(
  'PAGE-13',
  'order that expires while the page is open',
  async context => {
    const [areProofsSent, session] = await Promise.all([payInTime(context), openExpiredSession(context)])
    await expectLatePaymentRefused(context, { session, what: 'an expired order', areProofsSent })
  },
  { waits: true },
)

clause(
  'PAGE-13',
  'order that expires on a later page',
  async context => {
    const enter = async (session: CheckoutSession) => (await goOn(session)).later
    const [areProofsSent, session] = await Promise.all([payInTime(context), openExpiredSession(context, enter)])
    await expectLatePaymentRefused(context, { session, what: 'an order that expired on a later page', areProofsSent })
  },
  { waits: true },
)
