/**
 * NOTIFY-07 · Retry policy (observed: attempts, spacing, what stops them), delivery timeout, what a rejected answer
 * leads to.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Behaviour, RecordedRequest } from '../../../harness/counterpart.ts'
import { waits } from '../../../harness/patience.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { notificationsSoFar, waitForNotifications } from '../../support/gateway/notification/notifications.ts'
import { statusOf } from '../../support/observations.ts'

const { clause } = defineSuite({ id: 'notification-choices', roles: ['gateway'], operations: ['transfer.create'] })

/** The delivery attempts so far, for how many seconds they were watched, and whether that was long enough. */
type Attempts = { attempts: RecordedRequest[]; seconds: number; isLong: boolean }

/** Makes a transfer whose notification gets a given behaviour, and waits a while for attempts. */
const watchAttempts = async (
  context: CheckContext,
  behaviour: Behaviour,
): Promise<{ soFar: () => Attempts; txid: unknown }> => {
  const to = { ocid: context.merchant.ocid, reference: context.fresh('watched') }
  context.afterwards(context.counterpart.answerNotification({ reference: to.reference }, [behaviour]))
  const { proof } = await context.transfer({ from: context.partner, to }).asControl()
  const [first] = await waitForNotifications(context, [to.reference])
  const since = first?.at ?? performance.now()
  const wait = behaviour.hang ? waits.attemptsAfterSilence : waits.attempts
  await waitForNotifications(context, [to.reference], { count: 9, ms: wait.ms[context.run.depth] })
  const soFar = () => {
    const seconds = Math.round((performance.now() - since) / 1000)
    const isLong = seconds >= context.run.patience.mostMs / 1000
    return { attempts: notificationsSoFar(context, [to.reference]), seconds, isLong }
  }
  return { soFar, txid: memberOf(proof, 'txid') }
}

const attemptsWord = ({ attempts: { length }, isLong }: Attempts) => {
  if (length === 0) return 'not sent'
  if (length > 1) return 'repeated'
  return isLong ? 'not repeated' : 'not repeated while watched'
}

/** Returns the seconds from each attempt to the next. */
const pausesBetween = (attempts: RecordedRequest[]): number[] =>
  attempts.slice(1).map(({ at }, index) => Math.max(0, (at - (attempts[index]?.at ?? 0)) / 1000))

/** Returns the first two pauses in whole seconds, as observations. */
const firstPauses = (failure: string, pauses: number[]): Record<string, number> =>
  Object.fromEntries(
    pauses
      .slice(0, 2)
      .map((seconds, index) => [`${index === 0 ? 'first' : 'second'} pause after ${failure}`, Math.round(seconds)]),
  )

const failures: Record<string, Behaviour> = {
  503: { status: 503 },
  400: { status: 400 },
  429: { status: 429 },
  'a cut connection': { disconnect: true },
  'no answer': { hang: true },
}

const observeAttempts = (context: CheckContext, failure: string, seen: Attempts): void => {
  const pauses = pausesBetween(seen.attempts)
  const spacing = pauses.map(pause => `${pause.toFixed(1)} s`).join(', ') || 'no spacing'
  context.observe(
    { [`after ${failure}`]: attemptsWord(seen), ...firstPauses(failure, pauses) },
    `${seen.attempts.length} attempts in ${seen.seconds} s: ${spacing}`,
  )
}

for (const [failure, behaviour] of Object.entries(failures))
  clause.observe(
    'NOTIFY-07',
    `attempts after ${failure}`,
    async context => {
      const { soFar } = await watchAttempts(context, behaviour)
      context.atEndOfRun(() => observeAttempts(context, failure, soFar()))
    },
    { hangs: behaviour.hang === true },
  )

clause.observe(
  'NOTIFY-07',
  'what a rejection leads to',
  async context => {
    const rejection = { body: { status: 'rejected', txid: '', message: 'Conformance check' } }
    const { soFar, txid } = await watchAttempts(context, rejection)
    const { json } = await context.verify(textOf(txid))
    context.atEndOfRun(() => {
      const seen = soFar()
      context.observe(
        {
          'after a rejection': attemptsWord(seen),
          'verify after a rejection': statusOf(memberOf(json, 'status')),
        },
        `${seen.attempts.length} attempts in ${seen.seconds} s`,
      )
    })
  },
  { operations: ['transfer.create', 'verify'] },
)
