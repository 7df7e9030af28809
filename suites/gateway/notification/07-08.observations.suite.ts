import { defineSuite } from '../../../harness/clause.ts'
import { type CheckContext, patienceMs } from '../../../harness/context.ts'
import type { Behaviour, RecordedRequest } from '../../../harness/counterpart.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { barrier, graceMs } from '../../support/gateway/checkout-session.ts'
import { deliveries } from '../../support/gateway/notifications.ts'
import { statusOf } from '../../support/observations.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'notification-choices', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

/** Milliseconds for which further attempts are counted. */
const watchMs = { quick: 4_000, standard: 4_000, thorough: 60_000 }

/** A transfer whose notification is answered so, and the deliveries seen until the watch is over. */
const watched = async (
  context: CheckContext,
  behaviour: Behaviour,
): Promise<{ sent: RecordedRequest[]; txid: unknown }> => {
  const to = { ocid: context.merchant.ocid, reference: context.fresh('watched') }
  context.afterwards(context.counterpart.answerNotification({ reference: to.reference }, [behaviour]))
  const { proof } = await context.transfer({ from: context.partner, to }).asControl()
  const timeoutMs = watchMs[context.run.depth]
  return { sent: await deliveries(context, [to.reference], { count: 9, timeoutMs }), txid: member(proof, 'txid') }
}

const attempts = (sent: RecordedRequest[]) =>
  sent.length === 0 ? 'not sent' : sent.length === 1 ? 'not repeated' : 'repeated'

/** Seconds from each attempt to the next. */
const pausesIn = (sent: RecordedRequest[]): number[] =>
  sent.slice(1).map((one, at) => Math.max(0, (one.at - (sent[at]?.at ?? 0)) / 1000))

/** The first two of them in whole seconds, where there were any. */
const pausesAfter = (response: string, pauses: number[]): Record<string, number> =>
  Object.fromEntries(
    pauses
      .slice(0, 2)
      .map((pause, at) => [`${at === 0 ? 'first' : 'second'} pause after ${response}`, Math.round(pause)]),
  )

const responses: Record<string, Behaviour> = {
  503: { status: 503 },
  400: { status: 400 },
  429: { status: 429 },
  'a cut connection': { disconnect: true },
  'no answer': { hang: true },
}

for (const [response, behaviour] of Object.entries(responses)) {
  clause.observe('NOTIFY-07', `attempts after ${response}`, async context => {
    const { sent } = await watched(context, behaviour)
    const seconds = watchMs[context.run.depth] / 1000
    const pauses = pausesIn(sent)
    const spacing = pauses.map(pause => `${pause.toFixed(1)} s`).join(', ') || 'no spacing'
    context.observe(
      { [`after ${response}`]: attempts(sent), ...pausesAfter(response, pauses) },
      `${sent.length} attempts in ${seconds} s: ${spacing}`,
    )
  })
}

clause.observe(
  'NOTIFY-07',
  'what a rejection leads to',
  async context => {
    const { sent, txid } = await watched(context, {
      body: { status: 'rejected', txid: '', message: 'Conformance check' },
    })
    const { json } = await context.verify(String(txid))
    context.observe({
      'after a rejection': attempts(sent),
      'verify after a rejection': statusOf(member(json, 'status')),
    })
  },
  { operations: ['transfer.create', 'verify'] },
)

/** Where a notification went, as this register of addresses can tell: both sources name the same base. */
const placeOf = ({ kind, ocid }: RecordedRequest, { merchant }: CheckContext) =>
  kind === 'notification' && ocid === merchant.ocid ? 'base of the merchant' : 'elsewhere'

clause.observe('NOTIFY-08', 'address of the notification', async context => {
  const to = { ocid: context.merchant.ocid, reference: context.fresh('address') }
  await context.transfer({ from: context.partner, to }).asControl()
  const [sent] = await deliveries(context, [to.reference], { timeoutMs: patienceMs })
  const isRead = context.journal.find(one => one.kind === 'metadata' && one.ocid === context.merchant.ocid).length > 0
  context.observe(
    { 'sent to': sent ? placeOf(sent, context) : 'nowhere' },
    `the merchant's metadata was ${isRead ? 'read' : 'not read'} before`,
  )
})

clause.observe('NOTIFY-08', 'whether the sending merchant is told', async context => {
  const { merchant, merchant2, partner } = context
  const to = { ocid: merchant2.ocid, reference: context.fresh('told') }
  await context.transfer({ from: partner, to: merchant }).asControl()
  const response = await context.transfer({ from: merchant, to }, { as: merchant })
  if (!isSuccess(response)) return context.observe({ 'who is told of what a merchant sends': 'a merchant cannot send' })
  await deliveries(context, [to.reference])
  await barrier(context)
  const sent = await deliveries(context, [to.reference], { count: 3, timeoutMs: graceMs })
  const told = (ocid: number) => sent.some(one => one.ocid === ocid)
  context.observe({
    'who is told of what a merchant sends':
      [told(merchant.ocid) ? 'sender' : '', told(merchant2.ocid) ? 'recipient' : ''].filter(Boolean).join(' and ') ||
      'nobody',
  })
})

/** What a gateway chose where the document leaves the notification open. Heading: Events. */
export const notificationChoices = whereDeclared(suite)
