import type { PrivateKey } from '../../../protocol/keys.ts'
import type { Dialect, Profile } from '../../../protocol/profile.ts'
import { type RequestParts, signRequest } from '../../../protocol/request.ts'
import { unixSeconds } from '../../every-role/wire-format/values.ts'
import { type Ports, randomHex, within } from '../../service/ports.ts'
import type { DeliveryResult, Notification, Outbox, OutboxPolicies } from '../contract.ts'

type Sender = { ocid: number; key: PrivateKey; profile: Profile; ports: Ports; policies: OutboxPolicies }

/**
 * Returns the four headers, signed anew for each attempt, so that a receiver does not take a repetition for a replay.
 * Clauses: NOTIFY-02, NOTIFY-06.
 */
export const notificationHeaders = (
  parts: RequestParts,
  key: PrivateKey,
  dialect: Dialect,
): Record<string, string> => ({
  'content-type': 'application/json',
  ...signRequest(parts, key, dialect),
})

const isFinal = (status = 0): boolean =>
  status === 200 || (Math.floor(status / 100) === 4 && ![408, 429].includes(status))

/** Returns the seconds from one attempt (the first is 1) to the next; undefined after the last one. Clause: NOTIFY-07. */
export const retryAfter = (
  attempt: number,
  { status }: DeliveryResult,
  { notification }: Profile,
): number | undefined => (isFinal(status) ? undefined : notification.retrySeconds[attempt - 1])

const signedParts = ({ ocid, ports }: Sender, { url, body }: Notification): RequestParts => {
  const { pathname, search } = new URL(url)
  const path = pathname + search
  // The webhook is the merchant's base address with this path appended.
  const base = pathname.replace(/\/transfer\/webhook$/, '')
  const timestamp = String(unixSeconds(ports))
  return { method: 'POST', path, base, ocid: String(ocid), timestamp, nonce: randomHex(ports, 16), body }
}

const attemptOnce = async (sender: Sender, { url, body }: Notification): Promise<DeliveryResult> => {
  const { ports, profile, policies, key } = sender
  const headers = policies.notificationHeaders(signedParts(sender, { url, body }), key, profile)
  return within(ports, profile.notification.timeoutMs, signal =>
    ports.send({ method: 'POST', url, headers, body, limitBytes: 0, signal }),
  ).catch(() => ({}))
}

/**
 * Opens an outbox, which delivers each notification (heading "Events") with a limited number of attempts in a limited time. Every
 * attempt sends the same body under a new nonce and timestamp. Clauses: NOTIFY-05, NOTIFY-06, NOTIFY-07.
 */
export const openOutbox = (sender: Sender): Outbox => {
  const { ports, policies, profile } = sender
  const attempt = async (notification: Notification, number: number): Promise<void> => {
    const pause = policies.retryAfter(number, await attemptOnce(sender, notification), profile)
    if (pause !== undefined) ports.after(pause * 1000, () => void start(notification, number + 1))
  }
  const start = (notification: Notification, number: number): Promise<void> =>
    attempt(notification, number).catch(ports.reportBug)
  return { deliver: notification => start(notification, 1) }
}
