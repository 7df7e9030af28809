/** PAGE-13 · An order that expires while the page is open is not paid. */

import { defineSuite } from '../../../harness/clause.ts'
import { type CheckoutSession, openExpiredSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import { goOn } from '../../support/gateway/hosted-page/later-page.ts'
import { expectLatePaymentRefused, payInTime } from './late-payment.ts'

const { clause } = defineSuite({ id: 'hosted-page-once', roles: ['gateway'], operations: ['orders.checkout'] })

clause('PAGE-13', 'order that expires while the page is open', async context => {
  const [areProofsSent, session] = await Promise.all([payInTime(context), openExpiredSession(context)])
  await expectLatePaymentRefused(context, { session, what: 'an expired order', areProofsSent })
})

clause('PAGE-13', 'order that expires on a later page', async context => {
  const enter = async (session: CheckoutSession) => (await goOn(session)).later
  const [areProofsSent, session] = await Promise.all([payInTime(context), openExpiredSession(context, enter)])
  await expectLatePaymentRefused(context, { session, what: 'an order that expired on a later page', areProofsSent })
})
