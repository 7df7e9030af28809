import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Lanes } from '../../../harness/http/lanes.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import type { ActionResult } from '../../../harness/pages.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import { createJoiner, describeRace, type Finish, race, roundsOf } from '../../../harness/race.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { type CheckoutSession, openSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import { isCompleted } from '../../support/gateway/hosted-page/landing-pages.ts'
import { identifiersOf, payForProof } from '../../support/gateway/hosted-page/session-notifications.ts'
import { proofIn, waitForNotifications } from '../../support/gateway/notification/notifications.ts'
import { readTransaction, txidOf } from '../../support/gateway/transactions.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'

/** A payment and a cancel at the same moment. Heading: States and transitions. */
const { clause } = defineSuite({
  id: 'gateway-flow-states',
  roles: ['gateway'],
  operations: ['orders.checkout', 'verify'],
})

/** A session, and what came of a payment and a cancel at the same moment. */
type RacedSession = { session: CheckoutSession; landings: Finish<ActionResult>[] }

/** Pays and cancels a session at the same moment, in one browser; the one that is sent first changes from round to round. */
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

/** Reads a transaction at verify until it is completed, for as long as a replica may be behind. */
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

/** Pays a session that nobody cancels; blocks the check unless verify shows it as completed. */
const payAsControl = async (context: CheckContext): Promise<void> => {
  const { proof } = await payForProof(context, await openSession(context))
  const response = await readUntilCompleted(context, txidOf(proof))
  if (!isCompletedAtVerify(response))
    blocked(`verify shows a hosted payment as ${statusOf(response)} (PAGE-08)`, 'PAGE-08')
}

const expectCompleted = async (context: CheckContext, txid: string, how: string): Promise<void> => {
  const response = await readUntilCompleted(context, txid)
  expectThat(isCompletedAtVerify(response), 'a cancel at the same moment takes back a payment whose proof was sent', {
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

// Which of the two wins is not shown, nor whether a session can be paid after a cancel (PAGE-14).
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
  { waits: true },
)
