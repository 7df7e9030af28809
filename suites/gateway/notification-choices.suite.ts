import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import type { Behaviour, Witnessed } from '../harness/counterpart.ts'
import { isSuccess } from '../harness/sent.ts'
import { member } from '../harness/signed.ts'
import { patienceMs, type Stage } from '../harness/stage.ts'
import { statusOf } from '../observed.ts'
import { deliveries } from './deliveries.ts'
import { barrier, graceMs } from './hosted.ts'

const suite = defineSuite({ id: 'notification-choices', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

/** Milliseconds for which further attempts are counted. */
const watchMs = { quick: 4_000, standard: 4_000, thorough: 60_000 }

/** A transfer whose notification is answered so, and the deliveries seen until the watch is over. */
const watched = async (stage: Stage, behaviour: Behaviour): Promise<{ sent: Witnessed[]; txid: unknown }> => {
  const to = { ocid: stage.merchant.ocid, reference: stage.fresh('watched') }
  stage.afterwards(stage.counterpart.answerNotification({ reference: to.reference }, [behaviour]))
  const { proof } = await stage.transfer({ from: stage.partner, to }).asControl()
  const timeoutMs = watchMs[stage.session.depth]
  return { sent: await deliveries(stage, [to.reference], { count: 9, timeoutMs }), txid: member(proof, 'txid') }
}

const attempts = (sent: Witnessed[]) =>
  sent.length === 0 ? 'not sent' : sent.length === 1 ? 'not repeated' : 'repeated'

/** Seconds from each attempt to the next. */
const pausesIn = (sent: Witnessed[]): number[] =>
  sent.slice(1).map((one, at) => Math.max(0, (one.at - (sent[at]?.at ?? 0)) / 1000))

/** The first two of them in whole seconds, where there were any. */
const pausesAfter = (answer: string, pauses: number[]): Record<string, number> =>
  Object.fromEntries(
    pauses
      .slice(0, 2)
      .map((pause, at) => [`${at === 0 ? 'first' : 'second'} pause after ${answer}`, Math.round(pause)]),
  )

const answers: Record<string, Behaviour> = {
  503: { status: 503 },
  400: { status: 400 },
  429: { status: 429 },
  'a cut connection': { disconnect: true },
  'no answer': { hang: true },
}

for (const [answer, behaviour] of Object.entries(answers)) {
  clause.observe('NOTIFY-07', `attempts after ${answer}`, async stage => {
    const { sent } = await watched(stage, behaviour)
    const seconds = watchMs[stage.session.depth] / 1000
    const pauses = pausesIn(sent)
    const spacing = pauses.map(pause => `${pause.toFixed(1)} s`).join(', ') || 'no spacing'
    stage.observe(
      { [`after ${answer}`]: attempts(sent), ...pausesAfter(answer, pauses) },
      `${sent.length} attempts in ${seconds} s: ${spacing}`,
    )
  })
}

clause.observe(
  'NOTIFY-07',
  'what a rejection leads to',
  async stage => {
    const { sent, txid } = await watched(stage, {
      body: { status: 'rejected', txid: '', message: 'Conformance check' },
    })
    const { json } = await stage.verify(String(txid))
    stage.observe({ 'after a rejection': attempts(sent), 'verify after a rejection': statusOf(member(json, 'status')) })
  },
  { operations: ['transfer.create', 'verify'] },
)

/** Where a notification went, as this register of addresses can tell: both sources name the same base. */
const placeOf = ({ kind, ocid }: Witnessed, { merchant }: Stage) =>
  kind === 'notification' && ocid === merchant.ocid ? 'base of the merchant' : 'elsewhere'

clause.observe('NOTIFY-08', 'address of the notification', async stage => {
  const to = { ocid: stage.merchant.ocid, reference: stage.fresh('address') }
  await stage.transfer({ from: stage.partner, to }).asControl()
  const [sent] = await deliveries(stage, [to.reference], { timeoutMs: patienceMs })
  const isRead = stage.witness.find(one => one.kind === 'metadata' && one.ocid === stage.merchant.ocid).length > 0
  stage.observe(
    { 'sent to': sent ? placeOf(sent, stage) : 'nowhere' },
    `the merchant's metadata was ${isRead ? 'read' : 'not read'} before`,
  )
})

clause.observe('NOTIFY-08', 'whether the sending merchant is told', async stage => {
  const { merchant, merchant2, partner } = stage
  const to = { ocid: merchant2.ocid, reference: stage.fresh('told') }
  await stage.transfer({ from: partner, to: merchant }).asControl()
  const answer = await stage.transfer({ from: merchant, to }, { as: merchant })
  if (!isSuccess(answer)) return stage.observe({ 'who is told of what a merchant sends': 'a merchant cannot send' })
  await deliveries(stage, [to.reference])
  await barrier(stage)
  const sent = await deliveries(stage, [to.reference], { count: 3, timeoutMs: graceMs })
  const told = (ocid: number) => sent.some(one => one.ocid === ocid)
  stage.observe({
    'who is told of what a merchant sends':
      [told(merchant.ocid) ? 'sender' : '', told(merchant2.ocid) ? 'recipient' : ''].filter(Boolean).join(' and ') ||
      'nobody',
  })
})

/** What a gateway chose where the document leaves the notification open. Heading: Events. */
export const notificationChoices = whereDeclared(suite)
