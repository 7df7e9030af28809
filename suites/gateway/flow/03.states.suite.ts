import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { agreesWith } from '../../../harness/model.ts'
import { fail } from '../../../harness/outcome.ts'
import { openSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import { isCompleted } from '../../support/gateway/hosted-page/landing-pages.ts'
import {
  cancelEverySession,
  payInEveryTab,
  type SessionsModel,
  startSessions,
  stepOfAny,
} from '../../support/gateway/hosted-page/session-model.ts'
import { awaitLaterNotification, identifiersOf } from '../../support/gateway/hosted-page/session-notifications.ts'
import { notificationsSoFar } from '../../support/gateway/notification/notifications.ts'
import { expectStillCompleted } from '../../support/gateway/verify/completed-transactions.ts'

/** The states of sessions over any sequence of actions. Heading: States and transitions. */
const { clause } = defineSuite({
  id: 'gateway-flow-states',
  roles: ['gateway'],
  operations: ['orders.checkout', 'verify'],
})

/** Tells whether a payment of a session to which nothing else has happened leads to urls.completed. */
const leadsToCompleted = async (context: CheckContext): Promise<boolean> => {
  const session = await openSession(context)
  return isCompleted(await session.page.pay(), session)
}

/** Fails the clause if a proof was sent for a session that failed or was cancelled, and whose customer was told so. */
const expectNoOtherProofs = async ({ context, sessions }: SessionsModel): Promise<void> => {
  for (const { session, mayBePaid, isTried } of sessions) {
    const [notification] = mayBePaid ? [] : notificationsSoFar(context, identifiersOf(session))
    // Where every payment leads to urls.cancelled, that fails PAGE-03.
    if (notification === undefined || (isTried && !(await leadsToCompleted(context)))) continue
    fail('a proof is made for a session that was not paid', {
      expected: 'no proof: the session failed or was cancelled, and every payment since led to urls.cancelled',
      actual: notification.body,
    })
  }
}

/** Compares the sessions with what the merchants were told, and the transactions with verify. */
const expectSound = async (model: SessionsModel): Promise<void> => {
  await awaitLaterNotification(model.context)
  await expectNoOtherProofs(model)
  await payInEveryTab(model)
  await cancelEverySession(model)
  await awaitLaterNotification(model.context)
  await expectNoOtherProofs(model)
  model.context.atEndOfRun(() => expectNoOtherProofs(model))
  await expectStillCompleted(model)
}
clause.model(
  'FLOW-03',
  'sound states over any sequence',
  agreesWith({
    start: startSessions,
    step: stepOfAny,
    atLast: 'every customer pays in each tab, and then cancels',
    end: expectSound,
    most: 7,
    runs: 7,
    areIndependent: true,
  }),
  { firstLook: true },
)
