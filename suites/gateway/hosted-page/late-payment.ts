import type { CheckContext } from '../../../harness/context.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { type CheckoutSession, openSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import { isCompleted } from '../../support/gateway/hosted-page/landing-pages.ts'
import { expectNoProof, payOnPage } from '../../support/gateway/hosted-page/session-notifications.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'

/** Pays another session in time as a control; returns whether its proof is sent. */
export const payInTime = async (context: CheckContext): Promise<boolean> => {
  const { notification } = await payOnPage(context, await openSession(context))
  return notification !== undefined
}

type LatePayment = { session: CheckoutSession; what: string; areProofsSent: boolean }

/** A session counts as paid if a proof is sent, or if it leads to urls.completed and the control had no proof. */
export const expectLatePaymentRefused = async (
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
