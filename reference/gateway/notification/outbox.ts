import type { PrivateKey } from '../../../protocol/keys.ts'
import type { Dialect, Profile } from '../../../protocol/profile.ts'
import { type RequestParts, signRequest } from '../../../protocol/request.ts'
import { type Ports, randomHex, unixSeconds, within } from '../../service/ports.ts'

/** What is to be delivered, and where to. */
export type Notification = { url: string; body: string }

/** How an attempt ended; no status: no answer in time, or none at all. */
export type Outcome = { status?: number }

export type OutboxPolicies = {
  notificationHeaders: (parts: RequestParts, key: PrivateKey, dialect: Dialect) => Record<string, string>
  retryAfter: (attempt: number, outcome: Outcome, profile: Profile) => number | undefined
}

type Sender = { ocid: number; key: PrivateKey; profile: Profile; ports: Ports; policies: OutboxPolicies }

/** The four headers, signed anew for each attempt, so that a receiver does not take a repetition for a replay. */
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

/** Seconds from one attempt (the first is 1) to the next; undefined where none follows. */
export const retryAfter = (attempt: number, { status }: Outcome, { notification }: Profile): number | undefined =>
  isFinal(status) ? undefined : notification.retrySeconds[attempt - 1]

export type Outbox = {
  /** Takes a notification in charge; resolves, and never rejects, when the first attempt is over. */
  deliver: (notification: Notification) => Promise<void>
}

const signedParts = ({ ocid, ports }: Sender, { url, body }: Notification): RequestParts => {
  const { pathname, search } = new URL(url)
  const timestamp = String(unixSeconds(ports))
  return { method: 'POST', path: pathname + search, ocid: String(ocid), timestamp, nonce: randomHex(ports, 16), body }
}

const attemptOnce = async (sender: Sender, { url, body }: Notification): Promise<Outcome> => {
  const { ports, profile, policies, key } = sender
  const headers = policies.notificationHeaders(signedParts(sender, { url, body }), key, profile)
  return within(ports, profile.notification.timeoutMs, signal =>
    ports.send({ method: 'POST', url, headers, body, limitBytes: 0, signal }),
  ).catch(() => ({}))
}

/** Delivers notifications (heading "Events"), each with a bounded number of attempts in a bounded time. */
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
