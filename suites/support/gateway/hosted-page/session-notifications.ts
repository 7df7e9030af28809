import { isDeclared } from '../../../../harness/capabilities.ts'
import type { CheckContext } from '../../../../harness/context.ts'
import type { RecordedRequest, RequestFilter } from '../../../../harness/counterpart.ts'
import { Blocked, blocked, expectThat } from '../../../../harness/outcome.ts'
import type { ActionResult } from '../../../../harness/pages.ts'
import { describeControls, obstacleOf } from '../../../../pages/visit/obstacles.ts'
import { type JsonObject, memberOf } from '../../../../protocol/json/json.ts'
import { describeLanding } from '../../pages/describe-landing.ts'
import {
  isAboutTransaction,
  notificationsSoFar,
  proofIn,
  type ReceivedProof,
  waitForNotifications,
} from '../notification/notifications.ts'
import { type CheckoutSession, openSession } from './checkout-session.ts'
import { isCompleted } from './landing-pages.ts'

type IdentifiedSession = Pick<CheckoutSession, 'order' | 'id'>

/** Returns the texts that identify a notification of this session, even if its proof is wrong. */
export const identifiersOf = ({ order, id }: IdentifiedSession): string[] =>
  [order.id, order.reference ?? '', id].filter(identifier => identifier.length >= 8)

/** A payment on the hosted page: where it led, and its notification, if one was sent. */
export type HostedPayment = { landing: ActionResult; notification: RecordedRequest | undefined }

/**
 * Pays on the hosted page and waits for the notification. Blocks the check if there is no sign of success: no notification arrives, and the
 * customer is not at urls.completed.
 */
export const payOnPage = async (context: CheckContext, session: CheckoutSession): Promise<HostedPayment> => {
  const landing = await session.page.pay()
  const [notification] = await waitForNotifications(context, identifiersOf(session))
  if (notification === undefined && !isCompleted(landing, session)) blocked(unseenPayment(landing))
  return { landing, notification }
}

/** Returns the message that no payment could be observed, and how the config can name a way to pay that succeeds. */
export const unseenPayment = (landing: ActionResult): string => {
  const { obstacle, page } = landing
  const seen = page === undefined ? describeLanding(landing) : `${describeLanding(landing)}; ${describeControls(page)}`
  return (
    obstacle ??
    obstacleOf(
      `there is no sign that the payment succeeded: no proof is sent, and it leads ${seen}`,
      'name a way to pay that succeeds, with every page of it, under pages.checkout.pay in the config, such as ["radio:Test card", "text:Card number=4242424242424242", "button:Pay now"]',
    )
  )
}

/** Pays on the hosted page and returns the proof in the notification; blocks the check if none arrives (PAGE-03). */
export const payForProof = async (
  context: CheckContext,
  session: CheckoutSession,
): Promise<ReceivedProof & { receivedAt: number }> => {
  const { notification } = await payOnPage(context, session)
  const signed = notification && proofIn(notification)
  return signed && notification
    ? { ...signed, receivedAt: notification.receivedAt }
    : blocked('no proof of the hosted payment is sent (PAGE-03)', 'PAGE-03')
}

/** Makes another payment or transfer to the same merchant and waits for its notification. Returns whether it arrived. */
export const awaitLaterNotification = async (context: CheckContext): Promise<boolean> => {
  try {
    if (!isDeclared(context, 'transfer.create')) {
      await payForProof(context, await openSession(context))
      return true
    }
    const reference = context.fresh('barrier')
    const response = await context.transfer({ from: context.partner, to: { ...context.merchant, reference } })
    if (response.status !== 200) return false
    const { patience } = context.run
    const ms = patience.usualMs
    const later = await waitForNotifications(context, [reference], { ms })
    if (later.length === 0) patience.missed(ms)
    return later.length > 0
  } catch (error) {
    // A target that sends no notifications at all fails other clauses.
    if (!(error instanceof Blocked)) throw error
    return false
  }
}

/** Maximum number of notifications to wait for per transaction. */
const mostNotifications = 20

/** Returns every notification of a session, once a later payment has been notified. */
export const notificationsOf = async (
  context: CheckContext,
  session: IdentifiedSession,
): Promise<RecordedRequest[]> => {
  await awaitLaterNotification(context)
  return waitForNotifications(context, identifiersOf(session), {
    count: mostNotifications,
    ms: context.run.patience.overtakingMs,
  })
}

/** Checks again at the end of the run, and allows for a notification that was overtaken by a later one. */
export const lookAfterOvertaking = (context: CheckContext, identifiers: readonly string[], look: () => void): void => {
  const until = performance.now() + context.run.patience.overtakingMs
  context.atEndOfRun(async () => {
    const ms = Math.max(0, until - performance.now())
    await waitForNotifications(context, identifiers, { count: mostNotifications, ms })
    look()
  })
}

/**
 * Fails the clause if the merchant is notified of a transaction: once a later one has been notified, and again at the end of the run.
 */
export const expectNotNotified = async (
  context: CheckContext,
  identifiers: readonly string[],
  { message, expected }: { message: string; expected: string },
): Promise<void> => {
  const expectNone = () => {
    const [notification] = notificationsSoFar(context, identifiers)
    expectThat(notification === undefined, message, { expected, actual: notification?.body })
  }
  await awaitLaterNotification(context)
  expectNone()
  lookAfterOvertaking(context, identifiers, expectNone)
}

/** Fails the clause if the merchant is notified of a session. */
export const expectNoProof = (
  context: CheckContext,
  session: IdentifiedSession,
  words: { message: string; expected: string },
): Promise<void> => expectNotNotified(context, identifiersOf(session), words)

/** A transfer, the notification of it, if one was sent, and the filter for it. */
type NotifiedTransfer = { notification: RecordedRequest | undefined; transfer: JsonObject; isAbout: RequestFilter }

/** Makes a transfer to the merchant and waits for its notification. */
export const notifiedTransfer = async (context: CheckContext): Promise<NotifiedTransfer> => {
  const body = context.transferOf({ from: context.partner, to: context.merchant })
  const transfer = await context.call('transfer.create', { ...body }, { as: context.partner }).asControl()
  const txid = memberOf(transfer.proof, 'txid')
  const identifiers = [body.to.reference ?? '', ...(typeof txid === 'string' && txid.length >= 8 ? [txid] : [])]
  const [notification] = await waitForNotifications(context, identifiers)
  return { notification, transfer, isAbout: isAboutTransaction(identifiers) }
}

/** Pays a session and waits for its notification. */
export const notifiedPayment = async (context: CheckContext): Promise<RecordedRequest | undefined> =>
  (await payOnPage(context, await openSession(context))).notification

/** Returns the notification; blocks the check if none was sent. */
export const requireNotification = (notification: RecordedRequest | undefined): RecordedRequest =>
  notification ?? blocked('no notification is sent (NOTIFY-01)', 'NOTIFY-01')
