import type { Profile } from '../../../protocol/profile.ts'
import type { Ports } from '../../service/ports.ts'
import type { Table } from '../../service/storage.ts'
import type { WaitingNotification } from '../contract.ts'

/** How often a process checks for another process's overdue notifications, and how long overdue these must be, in ms. */
const takeover = { lookMs: 1_000, graceMs: 2_000 }

/** Decides which of several processes that share the state makes the next attempt at a notification. */
export type Claims = {
  /** Returns a key that no other process uses. */
  newKey: () => string
  /** Returns a notification that the others leave alone for the time of an attempt. */
  claimed: (notification: WaitingNotification) => WaitingNotification
  /** Claims the next attempt for this process; false if another has claimed it. */
  claim: (key: string, notification: WaitingNotification) => Promise<boolean>
  /** Calls `start` with each notification that is due, and `report` if that fails. */
  look: (start: (key: string) => void, report: (error: unknown) => void) => void
  /** Stops looking. */
  close: () => void
}

/** The claims of a process that owns its state alone: it knows the deliveries that it has started, and checks once. */
const claimsOfOne = ({ after, now }: Ports, waiting: Table<WaitingNotification>): Claims => {
  let last = 0
  const newKey = (): string => {
    const key = String(++last)
    return waiting.has(key) ? newKey() : key
  }
  const look: Claims['look'] = start => {
    for (const [key, { dueAt }] of waiting) after(Math.max(0, dueAt - now()), () => start(key))
  }
  return { newKey, claimed: notification => notification, claim: async () => true, look, close: () => {} }
}

/** The claims of one of several processes: they are state, and end when their time is over, since a process may be killed. */
const claimsOfMany = (ports: Ports, waiting: Table<WaitingNotification>, attemptMs: number): Claims => {
  const { after, now, storage } = ports
  const claimed: Claims['claimed'] = notification => ({
    ...notification,
    claimedUntil: now() + attemptMs + takeover.graceMs,
  })
  const claim: Claims['claim'] = async (key, notification) => {
    if ((notification.claimedUntil ?? 0) > now()) return false
    const kept = storage.watch()
    waiting.set(key, claimed(notification))
    await kept()
    return true
  }
  let isOpen = true
  const look: Claims['look'] = (start, report) => {
    if (!isOpen) return
    after(takeover.lookMs, () => look(start, report))
    try {
      for (const [key, { dueAt }] of waiting) if (dueAt <= now()) start(key)
    } catch (error) {
      report(error)
    }
  }
  const close = (): void => {
    isOpen = false
  }
  return { newKey: ports.uuid, claimed, claim, look: (...how) => void after(0, () => look(...how)), close }
}

/** Returns the claims on waiting notifications: by memory for one process, by the storage where several share it. */
export const openClaims = (
  ports: Ports,
  waiting: Table<WaitingNotification>,
  { notification: { timeoutMs } }: Profile,
): Claims => (ports.storage.turns === undefined ? claimsOfOne(ports, waiting) : claimsOfMany(ports, waiting, timeoutMs))
