/**
 * PAGE-06 · An expired session is not paid. How long a session lives is not shown: tried where the config gives its
 * lifetime (pages.checkout.sessionSeconds) and the depth has time for it, else not applicable (an order that expires
 * while the page is open: PAGE-13).
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { openSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import { expectLatePaymentRefused, payInTime } from './late-payment.ts'

const { clause } = defineSuite({ id: 'hosted-page-once', roles: ['gateway'], operations: ['orders.checkout'] })

const mostSeconds = { quick: 10, standard: 10, thorough: 120 }

/**
 * Returns the lifetime of a session in seconds; not applicable if it is unknown, or if it outlives a run that cannot move the
 * target's clock.
 */
const lifeOfSession = ({ run: { pages, depth, moveClock } }: CheckContext): { seconds: number; byMoving: boolean } => {
  const { sessionSeconds } = pages.checkout
  if (sessionSeconds === undefined)
    return notApplicable(
      'The config does not say how long a session of the hosted page lives: set pages.checkout.sessionSeconds.',
    )
  const byMoving = sessionSeconds > mostSeconds[depth]
  if (byMoving && moveClock === undefined)
    notApplicable(
      `A session lives ${sessionSeconds} s and outlives the run. The run waits for one of at most ${mostSeconds.standard} s (--depth thorough: ${mostSeconds.thorough} s); with target.clock it advances the target's clock, unless shards or workers share it.`,
    )
  return { seconds: sessionSeconds, byMoving }
}

clause('PAGE-06', 'expired session', async context => {
  const { seconds, byMoving } = lifeOfSession(context)
  const areProofsSent = await payInTime(context)
  const order = { expiresAt: context.now() + seconds + 3600 }
  const session = await openSession(context, { order, expires: true })
  await context.letPass(seconds + 1, byMoving)
  await expectLatePaymentRefused(context, { session, what: 'an expired session', areProofsSent })
})
