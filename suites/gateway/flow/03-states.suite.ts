/**
 * FLOW-03 · Over any sequence of operations the states are sound (model-based): completed is never undone, a session
 * that failed or was cancelled makes no proof, a payment is not completed without settlement (whether a session can be
 * paid after a cancel: PAGE-14; paid twice: PAGE-05).
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Lanes } from '../../../harness/http/lanes.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { agreesWith } from '../../../harness/model.ts'
import { agreesAfterWaiting } from '../../../harness/model-batch.ts'
import { blocked, expectThat, fail } from '../../../harness/outcome.ts'
import type { ActionResult } from '../../../harness/pages.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import { createJoiner, describeRace, type Finish, race, roundsOf } from '../../../harness/race.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { type CheckoutSession, openSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import { isCompleted } from '../../support/gateway/hosted-page/landing-pages.ts'
import {
  cancelEverySession,
  payInEveryTab,
  type SessionsModel,
  startSessions,
  stepOfAny,
} from '../../support/gateway/hosted-page/session-model.ts'
import {
  awaitLaterNotification,
  identifiersOf,
  payForProof,
} from '../../support/gateway/hosted-page/session-notifications.ts'
import { notificationsSoFar, proofIn, waitForNotifications } from '../../support/gateway/notification/notifications.ts'
import { briefPayments, expectCompletionKept } from '../../support/gateway/payment/payment-expiry-model.ts'
import { expectSoundPayments, paymentStep, startPayments } from '../../support/gateway/payment/payment-model.ts'
import { createTransfer, readTransaction, txidOf } from '../../support/gateway/transactions.ts'
import { expectStillCompleted, remember } from '../../support/gateway/verify/completed-transactions.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'

const { clause } = defineSuite({
  id: 'gateway-flow-states',
  roles: ['gateway'],
  operations: ['transfer.create', 'verify'],
})

/** Starts at the beginning of the run, so that as much as possible happens in between. */
/** Fails the clause if verify shows a transaction as completed now, but not at the end of the run. */
const expectKept = async (context: CheckContext, txid: unknown): Promise<void> => {
  const model = { context, completed: new Map() }
  await remember(model, txid)
  if (model.completed.size === 0)
    blocked('verify does not show the transaction as completed (TRANSFER-14, PAGE-08)', 'TRANSFER-14', 'PAGE-08')
  context.atEndOfRun(() => expectStillCompleted(model))
}

clause('FLOW-03', 'completed transfer at the end of the run', async context =>
  expectKept(context, txidOf(await createTransfer(context))),
)

clause(
  'FLOW-03',
  'completed hosted payment at the end of the run',
  async context => expectKept(context, (await payForProof(context, await openSession(context))).proof.txid),
  { operations: ['orders.checkout', 'verify'] },
)

const completionKept = agreesAfterWaiting({ ...briefPayments, end: expectCompletionKept })

clause.model('FLOW-03', 'settled payments past their expiry', completionKept, {
  operations: ['payment.create', 'verify', 'payment.settle'],
})

clause.model(
  'FLOW-03',
  'payments over any series of settlements',
  agreesWith({
    start: startPayments,
    step: paymentStep,
    atLast: 'every payment is verified',
    end: expectSoundPayments,
    most: 6,
    runs: 7,
    areIndependent: true,
  }),
  { operations: ['payment.create', 'verify'] },
)

/** Returns whether a payment of an otherwise untouched session leads to urls.completed. */
const leadsToCompleted = async (context: CheckContext): Promise<boolean> => {
  const session = await openSession(context)
  return isCompleted(await session.page.pay(), session)
}

/** Fails the clause if a proof was sent for a session that, as its customer saw, failed or was cancelled. */
const expectNoOtherProofs = async ({ context, sessions }: SessionsModel): Promise<void> => {
  for (const { session, mayBePaid, isTried } of sessions) {
    const [notification] = mayBePaid ? [] : notificationsSoFar(context, identifiersOf(session))
    // If every payment leads to urls.cancelled, PAGE-03 fails.
    if (notification === undefined || (isTried && !(await leadsToCompleted(context)))) continue
    fail('a proof is made for a session that was not paid', {
      expected: 'no proof: the session failed or was cancelled, and every payment since led to urls.cancelled',
      actual: notification.body,
    })
  }
}

/** Compares the sessions with the merchants' notifications, and the transactions with verify. */
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
  { operations: ['orders.checkout', 'verify'], firstLook: true },
)

/** A session, and the results of a simultaneous payment and cancel. */
type RacedSession = { session: CheckoutSession; landings: Finish<ActionResult>[] }

/** Pays and cancels a session at the same moment in one browser; which is sent first alternates between rounds. */
const payAndCancel = async (context: CheckContext, round: number): Promise<RacedSession> => {
  const { send, join } = createJoiner(context.send)
  const session = await openSession(context, { customer: context.customer(send) })
  const entry = (what: 'pay' | 'cancel') => ({
    what,
    send: (lanes: Lanes) => {
      join(lanes)
      return session.page[what]()
    },
  })
  const entries = [entry('pay'), entry('cancel')]
  return { session, landings: await race(context, round % 2 === 0 ? entries : entries.toReversed()) }
}

/** Reads a transaction at verify until it is completed, for as long as a replica may lag. */
const readUntilCompleted = async (context: CheckContext, txid: string): Promise<HttpResponse> => {
  const until = performance.now() + waits.replica.ms
  for (;;) {
    const response = await readTransaction(context, txid)
    if (isCompletedAtVerify(response) || performance.now() >= until) return response
    await pause(waits.rereading.ms, context.signal)
  }
}

const isCompletedAtVerify = ({ json }: HttpResponse): boolean => memberOf(json, 'status') === 'completed'

const statusOf = (response: HttpResponse): string => `${summary(response)} ${textOf(memberOf(response.json, 'status'))}`

/** Pays a session without cancelling it; blocks the check unless verify shows it as completed. */
const payAsControl = async (context: CheckContext): Promise<void> => {
  const { proof } = await payForProof(context, await openSession(context))
  const response = await readUntilCompleted(context, txidOf(proof))
  if (!isCompletedAtVerify(response))
    blocked(`verify shows a hosted payment as ${statusOf(response)} (PAGE-08)`, 'PAGE-08')
}

const expectCompleted = async (context: CheckContext, txid: string, how: string): Promise<void> => {
  const response = await readUntilCompleted(context, txid)
  expectThat(isCompletedAtVerify(response), 'a cancel at the same moment reverses a payment whose proof was sent', {
    expected: 'completed at verify',
    actual: `${statusOf(response)}, after ${how}`,
    at: response,
  })
}

/** Returns the txid of the proof of a session, if one is sent. */
const sentTxid = async (context: CheckContext, { session, landings }: RacedSession): Promise<string | undefined> => {
  const isPaid = landings.some(({ result }) => isCompleted(result, session))
  const ms = isPaid ? context.run.patience.usualMs : context.run.patience.overtakingMs
  const [notification] = await waitForNotifications(context, identifiersOf(session), { ms })
  const txid = notification && proofIn(notification)?.proof.txid
  return typeof txid === 'string' ? txid : undefined
}

// The document does not say which of the two wins, nor whether a session can be paid after a cancel (PAGE-14).
clause.race(
  'FLOW-03',
  'paid and cancelled at the same moment',
  async context => {
    await payAsControl(context)
    const raced: RacedSession[] = []
    for (const round of roundsOf(context)) raced.push(await payAndCancel(context, round))
    const txids = await Promise.all(raced.map(one => sentTxid(context, one)))
    for (const [at, { landings }] of raced.entries()) {
      const txid = txids[at]
      if (txid !== undefined) await expectCompleted(context, txid, describeRace(landings, describeLanding))
    }
  },
  { operations: ['orders.checkout', 'verify'] },
)
