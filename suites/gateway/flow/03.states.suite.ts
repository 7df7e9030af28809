import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { expectSame, expectThat, NotApplicable } from '../../../harness/outcome.ts'
import type { ActionResult } from '../../../harness/pages/checkout-page.ts'
import type { Json } from '../../../protocol/json.ts'
import { describeLanding } from '../../support/describe-landing.ts'
import { barrier, type Hosted, marksOf, openSession } from '../../support/gateway/checkout-session.ts'
import { deliveries, proofIn } from '../../support/gateway/notifications.ts'
import { paid, transferred, txidOf } from '../../support/gateway/transactions.ts'
import { whereDeclared } from '../../support/parametrize.ts'
import { isSameAddress } from '../../support/url-match.ts'

const acts = ['pay', 'fail', 'cancel', 'reload', 'transfer', 'payment', 'verify'] as const

type Act = (typeof acts)[number]
/** Something that a customer, a partner or an app does; `on`: in which of the sessions. */
type Step = { act: Act; on: 0 | 1 }

/** What has to be true of a session: the states after pending are not shown, so these few are all that is modelled. */
type Tracked = { hosted: Hosted; page: Hosted['page']; isCancelled: boolean; mayBePaid: boolean }

/** What verify called completed, with the proof that it showed first; payments that nobody settles. */
type World = { context: CheckContext; sessions: [Tracked, Tracked]; completed: Completed[]; payments: string[] }
type Completed = { txid: string; proof: Json | undefined }

/** Milliseconds in which a hosted payment should have been told of; if not, its proof is not followed. */
const toldMs = 1_000

const tracked = async (context: CheckContext): Promise<Tracked> => {
  const hosted = await openSession(context)
  return { hosted, page: hosted.page, isCancelled: false, mayBePaid: false }
}

const isPaid = ({ redirectedTo }: ActionResult, { urls }: Hosted) => isSameAddress(redirectedTo, urls.completed)

/** Keeps in mind what is completed; what verify does not know at all is for other rows to tell. */
const remember = async ({ context, completed }: World, txid: unknown): Promise<void> => {
  if (typeof txid !== 'string' || completed.some(one => one.txid === txid)) return
  const { json } = await context.verify(txid)
  if (member(json, 'status') === 'completed') completed.push({ txid, proof: member(json, 'proof') })
}

const pay = async (world: World, session: Tracked): Promise<void> => {
  const { hosted, isCancelled, mayBePaid } = session
  const landing = await session.page.pay()
  expectThat(mayBePaid || !isCancelled || !isPaid(landing, hosted), 'a session that was cancelled is paid', {
    expected: 'no redirect to urls.completed',
    actual: describeLanding(landing),
  })
  if (isCancelled) return
  session.mayBePaid = true
  const [sent] = await deliveries(world.context, marksOf(hosted), { timeoutMs: isPaid(landing, hosted) ? toldMs : 0 })
  await remember(world, sent && proofIn(sent)?.proof.txid)
}

const fail = async (session: Tracked): Promise<void> => {
  try {
    const landing = await session.page.fail()
    // What leads on as a payment does was none that fails.
    if (isPaid(landing, session.hosted)) session.mayBePaid = true
  } catch (error) {
    if (!(error instanceof NotApplicable)) throw error
  }
}

const cancel = async (session: Tracked): Promise<void> => {
  if (!session.page.controls.cancel) return
  const { redirectedTo, responses } = await session.page.cancel()
  // A link that leads to the merchant tells the gateway nothing, so that nothing is cancelled there.
  if (responses.length > 0 && isSameAddress(redirectedTo, session.hosted.urls.cancelled)) session.isCancelled = true
}

const reload = async (session: Tracked): Promise<void> => {
  const { url, urls, customer } = session.hosted
  const { page } = await customer.visit(url, urls)
  // A page that shows no way to pay leaves the one in the other window.
  if (page?.response.status === 200 && page.controls.pay) session.page = page
}

const verifyAll = async ({ context, completed, payments }: World): Promise<void> => {
  for (const { txid, proof } of completed) {
    const shown = await context.verify(txid)
    expectThat(isSuccess(shown), 'a completed transaction is gone from verify', {
      expected: '200',
      actual: summary(shown),
    })
    expectSame(member(shown.json, 'status'), 'completed', 'the status of a transaction that was completed before')
    expectSame(member(shown.json, 'proof'), proof, 'the proof of a transaction that was completed before')
  }
  for (const txid of payments) {
    const { json } = await context.verify(txid)
    const isCompleted = member(json, 'status') === 'completed'
    expectThat(!isCompleted, 'a payment that nobody settled is completed', { expected: 'pending', actual: 'completed' })
  }
}

const moves: Record<Act, (world: World, session: Tracked) => Promise<unknown>> = {
  pay,
  fail: (_, session) => fail(session),
  cancel: (_, session) => cancel(session),
  reload: (_, session) => reload(session),
  transfer: async world => remember(world, (await transferred(world.context)).txid),
  payment: async ({ context, payments }) => payments.push(txidOf(await paid(context))),
  verify: world => verifyAll(world),
}

const words: Record<Act, (session: string) => string> = {
  pay: session => `the customer pays on the page of ${session}`,
  fail: session => `the customer pays on the page of ${session} in a way that fails`,
  cancel: session => `the customer cancels on the page of ${session}`,
  reload: session => `the customer reloads the page of ${session}`,
  transfer: () => 'a partner transfers one unit',
  payment: () => 'an app creates a payment',
  verify: () => 'every transaction so far is verified',
}

/** Proofs were made for the sessions that may have been paid, and for no others; none is ever taken back. */
const settled = async (world: World): Promise<void> => {
  const { context, sessions } = world
  await barrier(context)
  for (const { hosted, mayBePaid, isCancelled } of sessions) {
    const sent = await deliveries(context, marksOf(hosted), { timeoutMs: 0 })
    const what = isCancelled ? 'a session that was cancelled' : 'a session that was not paid'
    expectThat(mayBePaid || sent.length === 0, `a proof is made for ${what}`, {
      expected: 'no proof',
      actual: sent[0]?.body ?? '',
    })
  }
  await verifyAll(world)
}

const suite = defineSuite({
  id: 'gateway-flow-states',
  roles: ['gateway'],
  operations: ['orders.checkout', 'transfer.create', 'payment.create', 'verify'],
})
const { clause } = suite

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(...acts),
  on: fc.constantFrom(0 as const, 1 as const),
})

const first = (...names: Act[]): Step[] => names.map(act => ({ act, on: 0 }))
const second = (...names: Act[]): Step[] => names.map(act => ({ act, on: 1 }))

clause.property<Step[]>('FLOW-03', 'sound states over any sequence', {
  arbitrary: () => fc.array(step, { minLength: 2, maxLength: 7 }),
  // The first two are tried at every depth.
  examples: [
    [...first('cancel', 'pay', 'reload', 'pay'), ...second('pay', 'cancel', 'verify')],
    [...first('fail', 'cancel', 'pay'), ...second('fail', 'transfer', 'payment', 'verify')],
    first('pay', 'cancel', 'fail', 'payment', 'verify'),
  ],
  runs: 7,
  steps: steps => steps.map(({ act, on }) => words[act](`session ${on + 1}`)),
  test: async (context, steps) => {
    const sessions = await Promise.all([tracked(context), tracked(context)] as const)
    const world: World = { context, sessions: [...sessions], completed: [], payments: [] }
    for (const { act, on } of steps) await moves[act](world, world.sessions[on])
    await settled(world)
  },
})

/** The states of sessions, transfers and payments, over any sequence of operations. Heading: States and transitions. */
export const gatewayFlowStates = whereDeclared(suite)
