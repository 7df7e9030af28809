import type { PrivateKey } from '../../../protocol/keys.ts'
import type { Dialect, Profile } from '../../../protocol/profile.ts'
import { type RequestParts, signRequest } from '../../../protocol/request.ts'
import { callersTime } from '../../every-role/wire-format/values.ts'
import { type Ports, randomHex, within } from '../../service/ports.ts'
import type { DeliveryResult, Notification, Outbox, OutboxPolicies, WaitingNotification } from '../contract.ts'

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
  const timestamp = String(Math.floor(callersTime(ports) / 1000))
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
 * attempt sends the same body under a new nonce and timestamp. A notification is kept together with what it tells of, is sent
 * once both are kept, and stays until it is delivered or given up. Clauses: NOTIFY-05, NOTIFY-06, NOTIFY-07.
 */
export const openOutbox = (sender: Sender): Outbox => {
  const { ports, policies, profile } = sender
  const waiting = ports.storage.table<WaitingNotification>('outbox')
  let isOpen = true
  let last = 0
  const freeKey = (): string => {
    const key = String(++last)
    return waiting.has(key) ? freeKey() : key
  }
  const attempt = async (key: string): Promise<void> => {
    const notification = waiting.get(key)
    if (notification === undefined || !isOpen) return
    const { attempt: number } = notification
    const pause = policies.retryAfter(number, await attemptOnce(sender, notification), profile)
    // What a closed outbox learns, it could no longer keep: the next process tries again.
    if (!isOpen) return
    if (pause === undefined) return void waiting.delete(key)
    waiting.set(key, { ...notification, attempt: number + 1, dueAt: ports.now() + pause * 1000 })
    ports.after(pause * 1000, () => void start(key))
  }
  const start = (key: string): Promise<void> => attempt(key).catch(ports.reportBug)
  const deliver = async ({ url, body }: Notification): Promise<void> => {
    const key = freeKey()
    const kept = ports.storage.watch()
    waiting.set(key, { url, body, attempt: 1, dueAt: ports.now() })
    const keeping = kept()
    if (keeping === undefined) return start(key)
    await keeping.then(() => start(key)).catch(() => {})
  }
  const resume = (): void => {
    for (const [key, { dueAt }] of waiting) ports.after(Math.max(0, dueAt - ports.now()), () => void start(key))
  }
  const close = (): void => {
    isOpen = false
  }
  return { deliver, resume, close }
}
