import fc, { type Arbitrary } from 'fast-check'
import { isDeclared } from '../../../../harness/capabilities.ts'
import type { CheckContext } from '../../../../harness/context.ts'
import { type Step, step } from '../../../../harness/model.ts'
import { Blocked, NotApplicable, Unanswered } from '../../../../harness/outcome.ts'
import type { Page } from '../../../../harness/pages.ts'
import { txidsIn, waitForNotifications } from '../notification/notifications.ts'
import { createTransfer } from '../transactions.ts'
import { type CompletedTransactions, expectStillCompleted, remember } from '../verify/completed-transactions.ts'
import { type CheckoutSession, openSession } from './checkout-session.ts'
import { isCancelled, isCompleted } from './landing-pages.ts'
import { identifiersOf } from './session-notifications.ts'

/**
 * A session, the tabs that show its page, and what the harness knows about it, since the document does not name the states after pending.
 * `hasEnded`: it was cancelled, or a payment failed; `isTried`: a later payment led to urls.cancelled; `isCompleted`: a payment led to
 * urls.completed.
 */
export type SessionModel = {
  session: CheckoutSession
  tabs: Page[]
  hasEnded: boolean
  isTried: boolean
  isCompleted: boolean
  mayBePaid: boolean
}

/** The sessions of two merchants, and the completed transactions. Heading: States and transitions. */
export type SessionsModel = { context: CheckContext; sessions: SessionModel[]; completed: CompletedTransactions }

/** Opens the page of a session again in the same browser; returns the first page if it cannot be paid there. */
const openTab = async ({ customer, url, urls }: CheckoutSession, first: Page): Promise<Page> => {
  const { page } = await customer.visit(url, urls)
  return page?.response.status === 200 && page.controls.pay ? page : first
}

/** Opens a session in two tabs. */
const inTwoTabs = async (session: CheckoutSession): Promise<SessionModel> => ({
  session,
  tabs: [session.page, await openTab(session, session.page)],
  hasEnded: false,
  isTried: false,
  isCompleted: false,
  mayBePaid: false,
})

/** Opens a session of a second merchant, or of the first if the target does not know the second. */
const openAnotherSession = async (context: CheckContext): Promise<CheckoutSession> => {
  try {
    return await openSession(context, { merchant: context.merchant2 })
  } catch (error) {
    if (!(error instanceof Blocked) || error instanceof Unanswered) throw error
    return openSession(context)
  }
}

/** Opens a session in two tabs. */
export const startSession = async (context: CheckContext): Promise<SessionsModel> => ({
  context,
  sessions: [await inTwoTabs(await openSession(context))],
  completed: new Map(),
})

/** Opens a session of each of two merchants, each in two tabs. */
export const startSessions = async (context: CheckContext): Promise<SessionsModel> => {
  const model = await startSession(context)
  model.sessions.push(await inTwoTabs(await openAnotherSession(context)))
  return model
}

/** A tab of a session. */
type Place = { model: SessionsModel; on: SessionModel; tab: number; page: Page }

/** Pays. Whether a customer may do so after a cancel is open (PAGE-14): the model follows where the customer is sent. */
const pay = async ({ model, on, page }: Place): Promise<void> => {
  const landing = await page.pay()
  // If no payment ever leads to urls.completed, PAGE-03 fails.
  if (on.hasEnded && isCancelled(landing, on.session)) on.isTried = true
  else on.mayBePaid = true
  if (isCompleted(landing, on.session)) on.isCompleted = true
  // Without the notification, the proof cannot be tracked.
  const ms = isCompleted(landing, on.session) ? model.context.run.patience.usualMs : 0
  for (const txid of txidsIn(await waitForNotifications(model.context, identifiersOf(on.session), { ms })))
    await remember(model, txid)
}

const fail = async ({ on, page }: Place): Promise<void> => {
  try {
    // A payment that leads to urls.completed did not fail.
    if (isCompleted(await page.fail(), on.session)) on.mayBePaid = true
    else on.hasEnded = true
  } catch (error) {
    if (!(error instanceof NotApplicable)) throw error
  }
}

const cancel = async ({ on, page }: Place): Promise<void> => {
  if (!page.controls.cancel) return
  await page.cancel()
  on.hasEnded = true
}

const reload = async ({ on, tab, page }: Place): Promise<void> => {
  on.tabs[tab] = await openTab(on.session, page)
}

type Action = { says: string; act: (place: Place) => Promise<void>; weight: number }

const actions: readonly Action[] = [
  { says: 'pays', act: pay, weight: 1 },
  { says: 'pays in a way that fails', act: fail, weight: 3 },
  { says: 'cancels', act: cancel, weight: 3 },
  { says: 'loads the page again', act: reload, weight: 1 },
]

/** Carries out an action in a tab of a session. */
const onTab = async (model: SessionsModel, act: Action['act'], { session, tab }: { session: number; tab: number }) => {
  const on = model.sessions[session]
  const page = on?.tabs[tab]
  if (on && page) await act({ model, on, tab, page })
}

const orders = ['the order', "another merchant's order"]

/** An action of the customer in a tab of one of the sessions, described with both. */
const customerStep =
  (sessions: readonly number[]) =>
  ({ says, act, weight }: Action) => ({
    weight,
    arbitrary: fc
      .record({ session: fc.constantFrom(...sessions), tab: fc.nat({ max: 1 }) })
      .map(at =>
        step<SessionsModel>(`the customer of ${orders[at.session]} ${says} in tab ${at.tab + 1}`, model =>
          onTab(model, act, at),
        ),
      ),
  })

/** A transfer unrelated to the sessions. */
const transferStep = step<SessionsModel>(
  'a partner transfers one unit',
  async model => remember(model, (await createTransfer(model.context)).txid),
  ({ context }) => isDeclared(context, 'transfer.create'),
)

/** Any step of the first session's customer, who rarely cancels. */
export const stepOfOne: Arbitrary<Step<SessionsModel>> = fc.oneof(
  ...actions.map(action => customerStep([0])({ ...action, weight: action.act === cancel ? 1 : 3 })),
)

/** Any step of a customer or a partner; most are on the first session, since only a series on one reveals new faults. */
export const stepOfAny: Arbitrary<Step<SessionsModel>> = fc.oneof(
  ...actions.map(customerStep([0, 0, 0, 1])),
  { weight: 1, arbitrary: fc.constant(transferStep) },
  { weight: 1, arbitrary: fc.constant(step('every transaction so far is verified', expectStillCompleted)) },
)

/** Pays again in every tab that is still open. */
export const payInEveryTab = async (model: SessionsModel): Promise<void> => {
  for (const on of model.sessions) for (const [tab, page] of on.tabs.entries()) await pay({ model, on, tab, page })
}

/** Cancels every session in its first tab. */
export const cancelEverySession = async (model: SessionsModel): Promise<void> => {
  for (const on of model.sessions) await onTab(model, cancel, { session: model.sessions.indexOf(on), tab: 0 })
}
