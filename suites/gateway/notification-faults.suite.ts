import type { JsonObject } from '../../protocol/json.ts'
import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import type { Behaviour, Witnessed } from '../harness/counterpart.ts'
import { blocked, holds, notApplicable, same } from '../harness/outcome.ts'
import type { Landing, Page } from '../harness/page.ts'
import { isSuccess, summary } from '../harness/sent.ts'
import { member } from '../harness/signed.ts'
import { patienceMs, type Stage } from '../harness/stage.ts'
import { deliveries, proofIn } from './deliveries.ts'
import { barrier, graceMs, marksOf, openSession } from './hosted.ts'

const suite = defineSuite({ id: 'notification-faults', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

/** Once a later transaction has been told of, nothing is there about this one. */
const isUntold = async (stage: Stage, marks: string[], what: string) => {
  await barrier(stage)
  const [sent] = await deliveries(stage, marks, { timeoutMs: graceMs })
  holds(sent === undefined, `the merchant is notified of ${what}`, { expected: 'no notification', actual: sent?.body })
}

/** Transfers that have to be refused; those that are not break their own clauses. */
const refusedTransfers = (stage: Stage) => {
  const to = () => ({ ocid: stage.merchant.ocid, reference: stage.fresh('refused') })
  const { partner, app, foreign, nobody } = stage
  return [
    { body: stage.transferOf({ from: app, to: to() }), as: app },
    { body: stage.transferOf({ from: foreign, to: to() }), as: partner },
    { body: stage.transferOf({ from: nobody, to: to() }), as: partner },
  ]
}

clause('NOTIFY-04', 'refused transfer', async stage => {
  const tried = await Promise.all(
    refusedTransfers(stage).map(async ({ body, as }) => {
      const answer = await stage.call('transfer.create', { ...body }, { as })
      return isSuccess(answer) ? [] : [body.to.reference ?? '']
    }),
  )
  const marks = tried.flat()
  if (marks.length === 0) blocked('the target refuses none of the transfers that it has to refuse')
  await isUntold(stage, marks, 'a transfer that was refused')
})

clause('NOTIFY-04', 'transfer without the balance for it', async stage => {
  const purse = await stage.purse(1)
  const reference = stage.fresh('refused')
  const answer = await stage.transfer(
    { from: purse, to: { ocid: stage.merchant.ocid, reference }, units: 2 },
    { as: purse },
  )
  if (isSuccess(answer)) blocked(`the target does not refuse a transfer without the balance for it: ${summary(answer)}`)
  await isUntold(stage, [reference], 'a transfer that was refused')
})

clause(
  'NOTIFY-04',
  'pending payment',
  async stage => {
    const body = stage.paymentOf(stage.merchant)
    const { txid } = await stage.pay(body).asControl<JsonObject>()
    const marks = [body.reference ?? '', typeof txid === 'string' ? txid : ''].filter(mark => mark.length >= 8)
    await isUntold(stage, marks, 'a payment that is pending')
  },
  { operations: ['payment.create'] },
)

const endings: Record<string, (page: Page) => Promise<Landing>> = {
  'cancelled session': page => page.cancel(),
  'failed payment': page => page.fail(),
}

for (const [title, end] of Object.entries(endings)) {
  clause(
    'NOTIFY-04',
    title,
    async stage => {
      const session = await openSession(stage)
      await end(session.page)
      await isUntold(stage, marksOf(session), `a ${title}`)
    },
    { operations: ['orders.checkout'] },
  )
}

clause(
  'NOTIFY-04',
  'session that nobody has paid, and a checkout that is refused',
  async stage => {
    const open = await openSession(stage)
    const refused = stage.merchant.order({ createdAt: stage.now() - 90_000, expiresAt: stage.now() - 86_400 })
    const answer = await stage.checkout(stage.merchant.signs(refused))
    const marks = [...marksOf(open), ...(isSuccess(answer) ? [] : [refused.id])]
    await isUntold(stage, marks, 'an order that is not paid')
  },
  { operations: ['orders.checkout'] },
)

const troubles: Record<string, Behaviour> = {
  'that fails': { status: 500 },
  'that hangs': { hang: true },
  'that answers nonsense': { body: '<html>{', contentType: 'text/html' },
  'that cuts the connection': { disconnect: true },
  'that never ends its answer': { endless: true },
}

const statusOf = async (stage: Stage, transfer: JsonObject): Promise<unknown> => {
  const txid = member(transfer.proof, 'txid')
  return typeof txid === 'string' ? member((await stage.verify(txid)).json, 'status') : undefined
}

for (const [title, behaviour] of Object.entries(troubles)) {
  clause('NOTIFY-05', `webhook ${title}`, async stage => {
    const to = { ocid: stage.merchant.ocid, reference: stage.fresh('trouble') }
    const control = await stage.transfer({ from: stage.partner, to: stage.merchant }).asControl()
    stage.afterwards(stage.counterpart.answerNotification({ reference: to.reference }, [behaviour]))
    const answer = await stage.transfer({ from: stage.partner, to }, { timeoutMs: patienceMs })
    holds(isSuccess(answer), `a webhook ${title} holds up or undoes the transfer`, {
      expected: `a 2xx within ${patienceMs / 1000} s`,
      actual: summary(answer),
    })
    await deliveries(stage, [to.reference])
    await barrier(stage)
    // Where verify does not even show the control as completed, VERIFY-01 says so.
    if ((await statusOf(stage, control)) !== 'completed') return
    const status = await statusOf(stage, answer.json as JsonObject)
    holds(status === 'completed', `after a webhook ${title} verify does not show the transfer`, {
      expected: 'completed',
      actual: status,
    })
  })
}

/** Milliseconds for which a second attempt is waited for. */
const retryMs = 6_000

const nonceOf = ({ headers }: Witnessed) => headers['x-oc-nonce']
const timestampOf = ({ headers }: Witnessed) => Number(headers['x-oc-timestamp'])

clause('NOTIFY-06', 'second delivery attempt', async stage => {
  const to = { ocid: stage.merchant.ocid, reference: stage.fresh('again') }
  const fails = { status: 503 }
  stage.afterwards(stage.counterpart.answerNotification({ reference: to.reference }, [fails, fails, {}]))
  await stage.transfer({ from: stage.partner, to }).asControl()
  const [first, ...further] = await deliveries(stage, [to.reference], { count: 3, timeoutMs: retryMs })
  if (!first) return blocked('no notification is sent (NOTIFY-01)')
  if (further.length === 0) notApplicable(`The target makes no second attempt within ${retryMs / 1000} s after a 503.`)
  for (const again of further) isNewAttempt(first, again)
})

const isNewAttempt = (first: Witnessed, again: Witnessed) => {
  same(proofIn(again)?.proof, proofIn(first)?.proof, 'the proof of a further attempt')
  const [nonce, before, after] = [nonceOf(again), timestampOf(first), timestampOf(again)]
  // Whether there are such headers at all is NOTIFY-02's.
  if (nonce === undefined || Number.isNaN(after)) return
  holds(nonceOf(first) !== nonce, 'a further attempt repeats the nonce', { expected: 'a new nonce', actual: nonce })
  // A timestamp is in whole seconds: attempts close to each other may share it.
  const apart = again.receivedAt - first.receivedAt
  holds(after > before || (after === before && apart < 1_500), 'a further attempt repeats the timestamp', {
    expected: `later than ${before}, ${Math.round(apart / 1000)} s after the first attempt`,
    actual: after,
  })
}

/** What is never told, and what a broken webhook does not break. Heading: Events. */
export const notificationFaults = whereDeclared(suite)
