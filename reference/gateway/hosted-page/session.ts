import { setTimeout } from 'node:timers/promises'
import type { SessionStatus } from '../../../protocol/states.ts'
import { unixSeconds } from '../../every-role/wire-format/values.ts'
import { isPast } from '../checkout.ts'
import type { Gateway, PaymentOption, SessionResult } from '../contract.ts'
import { completeSession, inTurn } from '../flow.ts'
import type { Session } from '../records.ts'
import { orderKey } from '../store.ts'

/** The options that the hosted page offers; none moves real money. Clause: PAGE-02. */
export const paymentOptions: readonly PaymentOption[] = [
  { id: 'card', label: 'Test card ending 4242', hint: 'Always goes through', succeeds: true },
  { id: 'declined', label: 'Declined test card', hint: 'Always fails', succeeds: false },
]

/** Returns whether a payment succeeds, after a moment, as with a real one. */
export const charge = ({ succeeds }: PaymentOption, _session: Session): Promise<boolean> => setTimeout(5, succeeds)

/**
 * Returns the status of a session: a pending one expires with its own time or with its order. `now` in Unix seconds.
 * Clauses: PAGE-06, PAGE-11, PAGE-13, PAGE-14.
 */
export const sessionStatus = (session: Session, now: number, { profile }: Gateway): SessionStatus => {
  if (session.status !== 'pending') return session.status
  const isOver = now >= session.createdAt + profile.sessionSeconds
  return isOver || isPast(session.order, now) ? 'expired' : 'pending'
}

/** Returns a session with its current status. */
export const currentSession = (id: string, gateway: Gateway): Session | undefined => {
  const session = gateway.store.session(id)
  return session && { ...session, status: gateway.policies.sessionStatus(session, unixSeconds(gateway.ports), gateway) }
}

/** Returns whether a session can still be paid or cancelled. Clauses: PAGE-05, PAGE-06. */
export const isPayable = ({ status }: Session): boolean => status === 'pending'

/** Returns the session if another process has ended it in the meantime: that process does not wait for the mutex of this one. */
const endedElsewhere = async (session: Session, gateway: Gateway): Promise<Session | undefined> => {
  const { policies, ports, mutex } = gateway
  if (ports.storage.turns === undefined) return undefined
  await ports.storage.turns.enter()
  const current = mutex.has(orderKey(session)) ? policies.currentSession(session.id, gateway) : undefined
  return current === undefined || policies.isPayable(current) ? undefined : current
}

const payWith = async (session: Session, option: PaymentOption, gateway: Gateway): Promise<SessionResult> => {
  const isCharged = await gateway.policies.charge(option, session)
  const ended = await endedElsewhere(session, gateway)
  if (ended !== undefined) return { session: ended }
  return isCharged ? completeSession(session, gateway) : { session, declined: true }
}

/**
 * Pays a session. The proof that verify shows is kept first, then the merchant is notified, then the customer is sent on; a failed payment
 * does not create a proof. Clauses: PAGE-03, PAGE-04, PAGE-05, PAGE-08.
 */
export const pay = async (session: Session, option: PaymentOption, gateway: Gateway): Promise<SessionResult> => {
  const result = await inTurn(session, gateway, current => payWith(current, option, gateway))
  await result.notified
  return result
}

/** Cancels a session, without a proof. Clause: PAGE-04. */
export const cancel = (session: Session, gateway: Gateway): Promise<SessionResult> =>
  inTurn(session, gateway, async current => {
    gateway.store.cancelSession(current)
    return { session: { ...current, status: 'cancelled' } }
  })
