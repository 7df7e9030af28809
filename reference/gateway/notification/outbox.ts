import type { Dialect, Profile } from '../../../protocol/profile.ts'
import { type RequestParts, signRequest } from '../../../protocol/request/request.ts'
import type { PrivateKey } from '../../../protocol/signature/keys.ts'
import { callersTime } from '../../every-role/wire-format/values.ts'
import { type Ports, randomHex, within } from '../../service/ports.ts'
import { StorageFailure } from '../../service/storage.ts'
import type { DeliveryResult, Notification, Outbox, OutboxPolicies, WaitingNotification } from '../contract.ts'
import { openClaims } from './claims.ts'

type Sender = { ocid: number; key: PrivateKey; profile: Profile; ports: Ports; policies: OutboxPolicies }

/**
 * Returns the four headers, re-signed for each attempt, so that a receiver does not mistake a retry for a replay.
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
 * attempt sends the same body under a new nonce and timestamp. A notification is saved together with its transaction, is sent
 * once both are saved, and stays until it is delivered or given up. Clauses: NOTIFY-05, NOTIFY-06, NOTIFY-07.
 */
export const openOutbox = (sender: Sender): Outbox => {
  const { ports, policies, profile } = sender
  const waiting = ports.storage.table<WaitingNotification>('outbox')
  const claims = openClaims(ports, waiting, profile)
  let isOpen = true
  // A failure of the storage has been reported, and the attempt is made again later.
  const report = (error: unknown): void => (error instanceof StorageFailure ? undefined : ports.reportBug(error))
  const attempt = async (key: string, { url, body, attempt: number }: WaitingNotification): Promise<void> => {
    if (!isOpen) return
    const pause = policies.retryAfter(number, await attemptOnce(sender, { url, body }), profile)
    // A closed outbox can no longer save the result: the next process tries again.
    if (!isOpen || !waiting.has(key)) return
    if (pause === undefined) return void waiting.delete(key)
    waiting.set(key, { url, body, attempt: number + 1, dueAt: ports.now() + pause * 1000 })
    ports.after(pause * 1000, () => void start(key))
  }
  const next = async (key: string): Promise<void> => {
    const notification = waiting.get(key)
    if (notification === undefined || !isOpen) return
    if (await claims.claim(key, notification)) await attempt(key, notification)
  }
  const start = (key: string): Promise<void> => next(key).catch(report)
  const keepAndSend = async ({ url, body }: Notification): Promise<void> => {
    const key = claims.newKey()
    const notification = claims.claimed({ url, body, attempt: 1, dueAt: ports.now() })
    const kept = ports.storage.watch()
    waiting.set(key, notification)
    const first = (): Promise<void> => attempt(key, notification).catch(report)
    const keeping = kept()
    if (keeping === undefined) return first()
    await keeping.then(first)
  }
  const deliver = (notification: Notification): Promise<void> => keepAndSend(notification).catch(report)
  const resume = (): void => claims.look(key => void start(key), report)
  const close = (): void => {
    isOpen = false
    claims.close()
  }
  return { deliver, resume, close }
}
