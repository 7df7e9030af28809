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
import { notificationsSoFar, txidsIn } from '../../support/gateway/notification/notifications.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'hosted-page-once', roles: ['gateway'], operations: ['orders.checkout'] })
const { clause } = suite

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

/** A session is paid once, whatever its customer does in between. Heading: POST /orders/checkout. */
export const hostedPageSeries = whereDeclared(suite)
