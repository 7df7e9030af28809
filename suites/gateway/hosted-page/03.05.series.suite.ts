import { defineSuite } from '../../../harness/clause.ts'
import { agreesWith } from '../../../harness/model.ts'
import { expectThat } from '../../../harness/outcome.ts'
import {
  payInEveryTab,
  type SessionsModel,
  startSession,
  stepOfOne,
} from '../../support/gateway/hosted-page/session-model.ts'
import { awaitLaterNotification, identifiersOf } from '../../support/gateway/hosted-page/session-notifications.ts'
import { notificationsSoFar, txidsIn, waitForNotifications } from '../../support/gateway/notification/notifications.ts'

/** A session is paid once, and its proof is sent, whatever its customer does in between. Heading: POST /orders/checkout. */
const { clause } = defineSuite({ id: 'hosted-page-once', roles: ['gateway'], operations: ['orders.checkout'] })

const expectPaidOnce = ({ context, sessions }: SessionsModel): void => {
  for (const { session } of sessions) {
    const txids = [...txidsIn(notificationsSoFar(context, identifiersOf(session)))]
    expectThat(txids.length <= 1, 'a session is paid more than once', {
      expected: 'one proof at most',
      actual: txids.map(String),
    })
  }
}

/** Pays in every tab, whatever was done before, and counts the proofs of each session. */
const expectNoSecondPayment = async (model: SessionsModel): Promise<void> => {
  await payInEveryTab(model)
  await awaitLaterNotification(model.context)
  expectPaidOnce(model)
  model.context.atEndOfRun(() => expectPaidOnce(model))
}

clause.model(
  'PAGE-05',
  'paid once over any series of steps',
  agreesWith({
    start: startSession,
    step: stepOfOne,
    atLast: 'the customer pays in each tab',
    end: expectNoSecondPayment,
    most: 6,
    runs: 6,
    areIndependent: true,
  }),
)

/** Fails the clause if a payment led to urls.completed, and no proof was sent for its session. */
const expectProofs = async ({ context, sessions }: SessionsModel): Promise<void> => {
  for (const { session } of sessions.filter(({ isCompleted }) => isCompleted)) {
    const notifications = await waitForNotifications(context, identifiersOf(session))
    expectThat(notifications.length > 0, 'no proof is sent, and a payment led to urls.completed', {
      expected: 'a notification',
      actual: 'none while it was waited for, nor later in the run',
    })
  }
}

clause.model(
  'PAGE-03',
  'proof of a paid session after any series of steps',
  agreesWith({
    start: startSession,
    step: stepOfOne,
    atLast: 'the customer pays in each tab',
    end: async model => {
      await payInEveryTab(model)
      await expectProofs(model)
    },
    most: 4,
    runs: 4,
    areIndependent: true,
  }),
)
