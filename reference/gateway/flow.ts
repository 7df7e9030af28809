import type { SignedProof } from '../../schemas/messages.ts'
import { minorUnits } from '../every-role/wire-format/values.ts'
import type { Gateway, Movement, SessionResult } from './contract.ts'
import { merchantBase } from './notification/notify.ts'
import { signProof } from './proof.ts'
import type { PendingPayment, Session } from './records.ts'
import { orderKey } from './store.ts'

/**
 * Runs one action at a time on the sessions of an order, and only on a session that is payable at its turn: of two actions at the
 * same moment the second sees the result of the first. Clauses: FLOW-03, PAGE-05.
 */
export const inTurn = (
  session: Session,
  gateway: Gateway,
  act: (session: Session) => Promise<SessionResult>,
): Promise<SessionResult> =>
  gateway.policies.runExclusive(gateway.mutex, orderKey(session), async () => {
    const current = gateway.policies.currentSession(session.id, gateway) ?? session
    return gateway.policies.isPayable(current) ? act(current) : { session: current }
  })

/**
 * Completes a session that was paid: signs the proof and keeps it, so that verify shows the same one if the merchant misses the
 * notification, and notifies the merchant. Clauses: FLOW-01, FLOW-02.
 */
export const completeSession = (session: Session, gateway: Gateway): SessionResult => {
  const signed = signProof(gateway.policies.proofOfSession(session, gateway), gateway)
  gateway.store.completeSession(session, signed, minorUnits(session.order))
  const notified = gateway.policies.notifyFirst({ base: merchantBase(session.merchant, gateway), signed }, gateway)
  return { session: { ...session, status: 'paid', txid: signed.proof.txid }, notified }
}

/** Completes a transfer whose money has moved: keeps the proof and notifies the recipient. Clauses: FLOW-02, TRANSFER-14. */
export const completeTransfer = async (signed: SignedProof, { to }: Movement, gateway: Gateway): Promise<void> => {
  gateway.store.recordProof(signed)
  await gateway.policies.notifyInBackground({ base: to.webhook, signed }, gateway)
}

/** Completes a payment with the proof of a settlement provider: signs and keeps the gateway's own, and notifies the merchant. Clause: FLOW-05. */
export const completePayment = (payment: PendingPayment, provider: SignedProof, gateway: Gateway): SignedProof => {
  const own = signProof(gateway.policies.proofOfPayment(payment, provider.proof, gateway), gateway)
  gateway.store.settle(payment, { own, provider })
  void gateway.policies.notifyInBackground({ base: merchantBase(payment.merchant, gateway), signed: own }, gateway)
  return own
}
