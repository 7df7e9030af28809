import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Behaviour, RecordedRequest } from '../../../harness/counterpart.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { waitForNotifications } from '../../support/gateway/notifications.ts'
import { statusOf } from '../../support/observations.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'notification-choices', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

/** Milliseconds for which attempts are counted. */
const watchMs = { quick: 4_000, standard: 4_000, thorough: 60_000 }

/** Makes a transfer whose notification is answered with a behaviour, and returns every attempt within the watch. */
const watchAttempts = async (
  context: CheckContext,
  behaviour: Behaviour,
): Promise<{ attempts: RecordedRequest[]; txid: unknown }> => {
  const to = { ocid: context.merchant.ocid, reference: context.fresh('watched') }
  context.afterwards(context.counterpart.answerNotification({ reference: to.reference }, [behaviour]))
  const { proof } = await context.transfer({ from: context.partner, to }).asControl()
  const timeoutMs = watchMs[context.run.depth]
  const attempts = await waitForNotifications(context, [to.reference], { count: 9, timeoutMs })
  return { attempts, txid: member(proof, 'txid') }
}

const attemptsWord = ({ length }: RecordedRequest[]) =>
  length === 0 ? 'not sent' : length === 1 ? 'not repeated' : 'repeated'

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

for (const [failure, behaviour] of Object.entries(failures))
  clause.observe('NOTIFY-07', `attempts after ${failure}`, async context => {
    const { attempts } = await watchAttempts(context, behaviour)
    const seconds = watchMs[context.run.depth] / 1000
    const pauses = pausesBetween(attempts)
    const spacing = pauses.map(pause => `${pause.toFixed(1)} s`).join(', ') || 'no spacing'
    context.observe(
      { [`after ${failure}`]: attemptsWord(attempts), ...firstPauses(failure, pauses) },
      `${attempts.length} attempts in ${seconds} s: ${spacing}`,
    )
  })

clause.observe(
  'NOTIFY-07',
  'what a rejection leads to',
  async context => {
    const rejection = { body: { status: 'rejected', txid: '', message: 'Conformance check' } }
    const { attempts, txid } = await watchAttempts(context, rejection)
    const { json } = await context.verify(String(txid))
    context.observe({
      'after a rejection': attemptsWord(attempts),
      'verify after a rejection': statusOf(member(json, 'status')),
    })
  },
  { operations: ['transfer.create', 'verify'] },
)

/** When a gateway repeats a notification. Heading: Events. */
export const retryObservations = whereDeclared(suite)
