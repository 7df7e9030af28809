import { joinPath } from '../../../protocol/base-url.ts'
import { within } from '../../service/ports.ts'
import type { Gateway, ProofNotification } from '../contract.ts'

/** Returns the address of a notification: /transfer/webhook below the merchant's base. Clauses: NOTIFY-01, NOTIFY-08. */
export const notificationUrl = (base: string): string => joinPath(base, '/transfer/webhook')

/** Returns the base of a merchant's API from its registration; undefined if it is no longer registered. Clause: NOTIFY-08. */
export const merchantBase = (ocid: number, { directory }: Gateway): string | undefined =>
  directory.merchants.get(ocid)?.endpoint

/**
 * Delivers the proof of a completed payment or transfer, the one that verify shows; resolves when the first attempt is over, or immediately
 * if there is no address. There are no other notifications. Clauses: NOTIFY-01, NOTIFY-03, NOTIFY-04.
 */
export const notify = async ({ base, signed }: ProofNotification, gateway: Gateway): Promise<void> => {
  if (base === undefined) return
  const { encode, notificationUrl } = gateway.policies
  await gateway.outbox.deliver({ url: notificationUrl(base), body: encode(signed) })
}

/** Notifies after a transfer, without waiting for the merchant. Clause: NOTIFY-05. */
export const notifyInBackground = (notification: ProofNotification, gateway: Gateway): void | Promise<void> =>
  void notify(notification, gateway)

/** Notifies before the customer leaves the hosted page, for a limited time. Clauses: NOTIFY-05, PAGE-03. */
export const notifyFirst = async (notification: ProofNotification, gateway: Gateway): Promise<void> => {
  const { redirectWaitMs } = gateway.profile.notification
  await within(gateway.ports, redirectWaitMs, () => notify(notification, gateway)).catch(() => {})
}
