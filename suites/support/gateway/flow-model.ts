import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { blocked, expectSame, expectThat, NotApplicable } from '../../../harness/outcome.ts'
import type { Json } from '../../../protocol/json.ts'
import { type CheckoutSession, openSession } from './checkout-session.ts'
import { isCompleted } from './landing-pages.ts'
import { notificationsSoFar, proofIn, waitForNotifications } from './notifications.ts'
import { awaitLaterNotification, identifiersOf } from './session-notifications.ts'
import { createPayment, createTransfer, txidOf } from './transactions.ts'

export const actions = ['pay', 'fail', 'cancel', 'reload', 'transfer', 'payment', 'verify'] as const
export type Action = (typeof actions)[number]

/** What the harness knows of a session; the document does not show the states after pending. */
type SessionModel = {
  session: CheckoutSession
  page: CheckoutSession['page']
  mayBePaid: boolean
}

/** A transaction that verify has shown as completed, with its first proof. */
type CompletedTransaction = { txid: string; proof: Json | undefined }

/** Two sessions, the completed transactions, and the txids of payments that are never settled. Heading: States and transitions. */
export type FlowModel = {
  context: CheckContext
  sessions: readonly [SessionModel, SessionModel]
  completed: CompletedTransaction[]
  pendingTxids: string[]
}

const createSession = async (context: CheckContext): Promise<SessionModel> => {
  const session = await openSession(context)
  return { session, page: session.page, mayBePaid: false }
}

/** Opens two sessions and creates their model. */
export const createFlowModel = async (context: CheckContext): Promise<FlowModel> => {
  const sessions = await Promise.all([createSession(context), createSession(context)] as const)
  return { context, sessions, completed: [], pendingTxids: [] }
}

/** Remembers a transaction that verify shows as completed; one that verify does not know fails other clauses. */
const remember = async ({ context, completed }: FlowModel, txid: unknown): Promise<void> => {
  if (typeof txid !== 'string' || completed.some(transaction => transaction.txid === txid)) return
  const { json } = await context.verify(txid)
  if (member(json, 'status') === 'completed') completed.push({ txid, proof: member(json, 'proof') })
}

const pay = async (model: FlowModel, sessionModel: SessionModel): Promise<void> => {
  const { session } = sessionModel
  // Also after a cancel: whether a session can be paid then is observed by PAGE-14.
  sessionModel.mayBePaid = true
  // Without the notification its proof is not followed.
  const ms = isCompleted(await sessionModel.page.pay(), session) ? model.context.run.patience.usualMs : 0
  const [notification] = await waitForNotifications(model.context, identifiersOf(session), { ms })
  await remember(model, notification && proofIn(notification)?.proof.txid)
}

const fail = async (sessionModel: SessionModel): Promise<void> => {
  try {
    const landing = await sessionModel.page.fail()
    // A payment that leads to urls.completed did not fail.
    if (isCompleted(landing, sessionModel.session)) sessionModel.mayBePaid = true
  } catch (error) {
    if (!(error instanceof NotApplicable)) throw error
  }
}

const cancel = async (sessionModel: SessionModel): Promise<void> => {
  if (sessionModel.page.controls.cancel) await sessionModel.page.cancel()
}

const reload = async (sessionModel: SessionModel): Promise<void> => {
  const { url, urls, customer } = sessionModel.session
  const { page } = await customer.visit(url, urls)
  // If the page offers no way to pay, the page in the other window stays in use.
  if (page?.response.status === 200 && page.controls.pay) sessionModel.page = page
}

const verifyAll = async ({ context, completed, pendingTxids }: FlowModel): Promise<void> => {
  for (const { txid, proof } of completed) {
    const response = await context.verify(txid)
    if (response.status >= 500) blocked(`verify returns ${summary(response)}`)
    expectThat(isSuccess(response), 'a completed transaction is gone from verify', {
      expected: '200',
      actual: summary(response),
    })
    expectSame(member(response.json, 'status'), 'completed', 'the status of a transaction that was completed before')
    expectSame(member(response.json, 'proof'), proof, 'the proof of a transaction that was completed before')
  }
  for (const txid of pendingTxids) {
    const { json } = await context.verify(txid)
    const isPending = member(json, 'status') !== 'completed'
    expectThat(isPending, 'a payment is completed without settlement', { expected: 'pending', actual: 'completed' })
  }
}

/** Carries out each action on the target, and updates the model. */
export const performAction: Record<Action, (model: FlowModel, session: SessionModel) => Promise<unknown>> = {
  pay,
  fail: (_, session) => fail(session),
  cancel: (_, session) => cancel(session),
  reload: (_, session) => reload(session),
  transfer: async model => remember(model, (await createTransfer(model.context)).txid),
  payment: async ({ context, pendingTxids }) => pendingTxids.push(txidOf(await createPayment(context))),
  verify: model => verifyAll(model),
}

/** Fails the clause if a proof was sent for a session that cannot be paid, or if verify takes a completion back. */
export const expectSound = async (model: FlowModel): Promise<void> => {
  await awaitLaterNotification(model.context)
  expectNoOtherProofs(model)
  model.context.atEndOfRun(() => expectNoOtherProofs(model))
  await verifyAll(model)
}

const expectNoOtherProofs = ({ context, sessions }: FlowModel): void => {
  for (const { session, mayBePaid } of sessions) {
    const notifications = notificationsSoFar(context, identifiersOf(session))
    expectThat(mayBePaid || notifications.length === 0, 'a proof is made for a session that was not paid', {
      expected: 'no proof',
      actual: notifications[0]?.body ?? '',
    })
  }
}
