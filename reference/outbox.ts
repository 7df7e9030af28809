import type { PrivateKey } from '../protocol/keys.ts'
import type { Dialect, Profile } from '../protocol/profile.ts'
import { type RequestParts, signRequest } from '../protocol/request.ts'
import { type Ports, randomHex, unixSeconds, within } from './ports.ts'

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

const isFinal = (status: number | undefined): boolean =>
  status === 200 || (status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429)

/** Seconds from one attempt (the first is 1) to the next; undefined where none follows. */
export const retryAfter = (attempt: number, { status }: Outcome, { notification }: Profile): number | undefined =>
  isFinal(status) ? undefined : notification.retrySeconds[attempt - 1]

export type Outbox = {
  /** Takes a notification in charge; resolves, and never rejects, when the first attempt is over. */
  deliver: (notification: Notification) => Promise<void>
  /** Gives up what is under way or due. */
  close: () => void
}

const signedParts = ({ ocid, ports }: Sender, { url, body }: Notification): RequestParts => {
  const { pathname, search } = new URL(url)
  const timestamp = String(unixSeconds(ports))
  return { method: 'POST', path: pathname + search, ocid: String(ocid), timestamp, nonce: randomHex(ports, 16), body }
}

const attemptOnce = async (sender: Sender, { url, body }: Notification, closing: AbortSignal): Promise<Outcome> => {
  const { ports, profile, policies, key } = sender
  const headers = policies.notificationHeaders(signedParts(sender, { url, body }), key, profile)
  return within(ports, profile.notification.timeoutMs, signal =>
    ports.send({ method: 'POST', url, headers, body, limitBytes: 0, signal: AbortSignal.any([signal, closing]) }),
  ).catch(() => ({}))
}

/** Delivers notifications (heading "Events"), each with a bounded number of attempts in a bounded time. */
export const openOutbox = (sender: Sender): Outbox => {
  const closing = new AbortController()
  const due = new Set<() => void>()
  const later = (ms: number, run: () => void): void => {
    const cancel = sender.ports.after(ms, () => {
      due.delete(cancel)
      run()
    })
    due.add(cancel)
  }
  const attempt = async (notification: Notification, number: number): Promise<void> => {
    const outcome = await attemptOnce(sender, notification, closing.signal)
    const pause = sender.policies.retryAfter(number, outcome, sender.profile)
    if (pause !== undefined && !closing.signal.aborted)
      later(pause * 1000, () => void attempt(notification, number + 1))
  }
  const close = (): void => {
    closing.abort()
    for (const cancel of due) cancel()
    due.clear()
  }
  return { deliver: notification => attempt(notification, 1).catch(sender.ports.reportBug), close }
}
