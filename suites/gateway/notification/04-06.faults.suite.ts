import { defineSuite } from '../../../harness/clause.ts'
import { type CheckContext, patienceMs } from '../../../harness/context.ts'
import type { Behaviour, RecordedRequest } from '../../../harness/counterpart.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { blocked, expectSame, expectThat, notApplicable } from '../../../harness/outcome.ts'
import type { ActionResult, Page } from '../../../harness/pages/checkout-page.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import { barrier, graceMs, marksOf, openSession } from '../../support/gateway/checkout-session.ts'
import { deliveries, proofIn } from '../../support/gateway/notifications.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'notification-faults', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

/** Once a later transaction has been told of, nothing is there about this one. */
const isUntold = async (context: CheckContext, marks: string[], what: string) => {
  await barrier(context)
  const [sent] = await deliveries(context, marks, { timeoutMs: graceMs })
  expectThat(sent === undefined, `the merchant is notified of ${what}`, {
    expected: 'no notification',
    actual: sent?.body,
  })
}

/** Transfers that have to be refused; those that are not break their own clauses. */
const refusedTransfers = (context: CheckContext) => {
  const to = () => ({ ocid: context.merchant.ocid, reference: context.fresh('refused') })
  const { partner, app, foreign, nobody } = context
  return [
    { body: context.transferOf({ from: app, to: to() }), as: app },
    { body: context.transferOf({ from: foreign, to: to() }), as: partner },
    { body: context.transferOf({ from: nobody, to: to() }), as: partner },
  ]
}

clause('NOTIFY-04', 'refused transfer', async context => {
  const tried = await Promise.all(
    refusedTransfers(context).map(async ({ body, as }) => {
      const response = await context.call('transfer.create', { ...body }, { as })
      return isSuccess(response) ? [] : [body.to.reference ?? '']
    }),
  )
  const marks = tried.flat()
  if (marks.length === 0) blocked('the target refuses none of the transfers that it has to refuse')
  await isUntold(context, marks, 'a transfer that was refused')
})

clause('NOTIFY-04', 'transfer without the balance for it', async context => {
  const account = await context.account(1)
  const reference = context.fresh('refused')
  const response = await context.transfer(
    { from: account, to: { ocid: context.merchant.ocid, reference }, units: 2 },
    { as: account },
  )
  if (isSuccess(response))
    blocked(`the target does not refuse a transfer without the balance for it: ${summary(response)}`)
  await isUntold(context, [reference], 'a transfer that was refused')
})

clause(
  'NOTIFY-04',
  'pending payment',
  async context => {
    const body = context.paymentOf(context.merchant)
    const { txid } = await context.pay(body).asControl<JsonObject>()
    const marks = [body.reference ?? '', typeof txid === 'string' ? txid : ''].filter(mark => mark.length >= 8)
    await isUntold(context, marks, 'a payment that is pending')
  },
  { operations: ['payment.create'] },
)

const endings: Record<string, (page: Page) => Promise<ActionResult>> = {
  'cancelled session': page => page.cancel(),
  'failed payment': page => page.fail(),
}

for (const [title, end] of Object.entries(endings)) {
  clause(
    'NOTIFY-04',
    title,
    async context => {
      const run = await openSession(context)
      await end(run.page)
      await isUntold(context, marksOf(run), `a ${title}`)
    },
    { operations: ['orders.checkout'] },
  )
}

clause(
  'NOTIFY-04',
  'session that nobody has paid, and a checkout that is refused',
  async context => {
    const open = await openSession(context)
    const refused = context.merchant.order({ createdAt: context.now() - 90_000, expiresAt: context.now() - 86_400 })
    const response = await context.checkout(context.merchant.signs(refused))
    const marks = [...marksOf(open), ...(isSuccess(response) ? [] : [refused.id])]
    await isUntold(context, marks, 'an order that is not paid')
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

const statusOf = async (context: CheckContext, transfer: JsonObject): Promise<unknown> => {
  const txid = member(transfer.proof, 'txid')
  return typeof txid === 'string' ? member((await context.verify(txid)).json, 'status') : undefined
}

for (const [title, behaviour] of Object.entries(troubles)) {
  clause('NOTIFY-05', `webhook ${title}`, async context => {
    const to = { ocid: context.merchant.ocid, reference: context.fresh('trouble') }
    const control = await context.transfer({ from: context.partner, to: context.merchant }).asControl()
    context.afterwards(context.counterpart.answerNotification({ reference: to.reference }, [behaviour]))
    const response = await context.transfer({ from: context.partner, to }, { timeoutMs: patienceMs })
    expectThat(isSuccess(response), `a webhook ${title} holds up or undoes the transfer`, {
      expected: `a 2xx within ${patienceMs / 1000} s`,
      actual: summary(response),
    })
    await deliveries(context, [to.reference])
    await barrier(context)
    // Where verify does not even show the control as completed, VERIFY-01 says so.
    if ((await statusOf(context, control)) !== 'completed') return
    const status = await statusOf(context, response.json as JsonObject)
    expectThat(status === 'completed', `after a webhook ${title} verify does not show the transfer`, {
      expected: 'completed',
      actual: status,
    })
  })
}

/** Milliseconds for which a second attempt is waited for. */
const retryMs = 6_000

const nonceOf = ({ headers }: RecordedRequest) => headers['x-oc-nonce']
const timestampOf = ({ headers }: RecordedRequest) => Number(headers['x-oc-timestamp'])

clause('NOTIFY-06', 'second delivery attempt', async context => {
  const to = { ocid: context.merchant.ocid, reference: context.fresh('again') }
  const fails = { status: 503 }
  context.afterwards(context.counterpart.answerNotification({ reference: to.reference }, [fails, fails, {}]))
  await context.transfer({ from: context.partner, to }).asControl()
  const [first, ...further] = await deliveries(context, [to.reference], { count: 3, timeoutMs: retryMs })
  if (!first) return blocked('no notification is sent (NOTIFY-01)')
  if (further.length === 0) notApplicable(`The target makes no second attempt within ${retryMs / 1000} s after a 503.`)
  for (const again of further) isNewAttempt(first, again)
})

const isNewAttempt = (first: RecordedRequest, again: RecordedRequest) => {
  expectSame(proofIn(again)?.proof, proofIn(first)?.proof, 'the proof of a further attempt')
  const [nonce, before, after] = [nonceOf(again), timestampOf(first), timestampOf(again)]
  // Whether there are such headers at all is NOTIFY-02's.
  if (nonce === undefined || Number.isNaN(after)) return
  expectThat(nonceOf(first) !== nonce, 'a further attempt repeats the nonce', {
    expected: 'a new nonce',
    actual: nonce,
  })
  // A timestamp is in whole seconds: attempts close to each other may share it.
  const apart = again.receivedAt - first.receivedAt
  expectThat(after > before || (after === before && apart < 1_500), 'a further attempt repeats the timestamp', {
    expected: `later than ${before}, ${Math.round(apart / 1000)} s after the first attempt`,
    actual: after,
  })
}

/** What is never told, and what a broken webhook does not break. Heading: Events. */
export const notificationFaults = whereDeclared(suite)
