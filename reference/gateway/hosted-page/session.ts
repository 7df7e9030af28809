import { setTimeout } from 'node:timers/promises'
import type { SessionStatus } from '../../../protocol/states.ts'
import { unixSeconds } from '../../service/ports.ts'
import { isPast } from '../checkout.ts'
import type { Gateway } from '../contract.ts'
import { minorUnits } from '../money.ts'
import { merchantBase } from '../notification/notify.ts'
import { signProof } from '../proof.ts'
import type { Session } from '../records.ts'
import { orderKey } from '../store.ts'

/** A way to pay; `succeeds` is what the sandbox knows of it beforehand. */
export type PaymentOption = { id: string; label: string; hint: string; succeeds: boolean }

/** What the hosted page offers; nothing of it moves real money. */
export const paymentOptions: readonly PaymentOption[] = [
  { id: 'card', label: 'Test card ending 4242', hint: 'Always goes through', succeeds: true },
  { id: 'declined', label: 'Declined test card', hint: 'Always fails', succeeds: false },
]

/** Whether a payment goes through: known a moment later, as with anybody who moves real money. */
export const charge = ({ succeeds }: PaymentOption, _session: Session): Promise<boolean> => setTimeout(5, succeeds)

/** Where a session stands: expired once its time or its order's is over. `now` in Unix seconds. */
export const sessionStatus = (session: Session, now: number, { profile }: Gateway): SessionStatus => {
  if (session.status !== 'pending') return session.status
  const isOver = now >= session.createdAt + profile.sessionSeconds
  return isOver || isPast(session.order, now) ? 'expired' : 'pending'
}

/** The session with the status that it has now. */
export const currentSession = (id: string, gateway: Gateway): Session | undefined => {
  const session = gateway.store.session(id)
  return session && { ...session, status: gateway.policies.sessionStatus(session, unixSeconds(gateway.ports), gateway) }
}

/**
 * What became of a customer's decision: where the session stands, the failure of a payment or, of one just made, `told`, which
 * settles when the merchant has heard of it, or had the time to.
 */
export type Decision = { session: Session; declined?: boolean; told?: Promise<void> }

/** Whether a session can still be paid or cancelled. */
export const isPayable = ({ status }: Session): boolean => status === 'pending'

// The status is looked at once the turn has come, so that of two decisions at one moment the second sees the first.
const decide = (session: Session, gateway: Gateway, act: (session: Session) => Promise<Decision>): Promise<Decision> =>
  gateway.policies.runExclusive(gateway.mutex, orderKey(session), async () => {
    const current = gateway.policies.currentSession(session.id, gateway) ?? session
    return gateway.policies.isPayable(current) ? act(current) : { session: current }
  })

const payWith = async (session: Session, option: PaymentOption, gateway: Gateway): Promise<Decision> => {
  if (!(await gateway.policies.charge(option, session))) return { session, declined: true }
  const signed = signProof(gateway.policies.proofOfSession(session, gateway), gateway)
  gateway.store.completeSession(session, signed, minorUnits(session.order))
  const told = gateway.policies.notifyFirst({ base: merchantBase(session.merchant, gateway), signed }, gateway)
  return { session: { ...session, status: 'paid', txid: signed.proof.txid }, told }
}

/** The customer pays: the proof is made and kept, and the merchant hears of it before the customer moves on. */
export const pay = async (session: Session, option: PaymentOption, gateway: Gateway): Promise<Decision> => {
  const decision = await decide(session, gateway, current => payWith(current, option, gateway))
  await decision.told
  return decision
}

/** The customer cancels: the session is closed. */
export const cancel = (session: Session, gateway: Gateway): Promise<Decision> =>
  decide(session, gateway, async current => {
    gateway.store.cancelSession(current)
    return { session: { ...current, status: 'cancelled' } }
  })
