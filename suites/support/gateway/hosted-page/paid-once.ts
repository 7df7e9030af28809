import type { CheckContext } from '../../../../harness/context.ts'
import { blocked, expectThat } from '../../../../harness/outcome.ts'
import { notificationsSoFar, txidsIn } from '../notification/notifications.ts'
import type { CheckoutSession } from './checkout-session.ts'
import { awaitLaterNotification, identifiersOf, lookAfterOvertaking, notificationsOf } from './session-notifications.ts'

type Payment = { session: CheckoutSession; obstacle: string | undefined }

/** Returns the txids in a merchant's notifications of a session; waits only for the first. */
export const txidsOf = async (context: CheckContext, session: CheckoutSession) => {
  await awaitLaterNotification(context)
  const soFar = txidsIn(notificationsSoFar(context, identifiersOf(session)))
  return soFar.size > 0 ? soFar : txidsIn(await notificationsOf(context, session))
}

/** Fails the clause unless exactly one proof of a session is sent; `obstacle` may have prevented it, `how` says how it was paid. */
export const expectPaidOnce = async (context: CheckContext, { session, obstacle }: Payment, how = '') => {
  const txids = await txidsOf(context, session)
  if (txids.size === 0) blocked(obstacle ?? 'no proof of the hosted payment is sent (PAGE-03)')
  expectOneProofToTheEnd(context, session, { txids, how })
}

/** Fails the clause unless exactly one proof is among the `txids` of a session, and no other has arrived by the end of the run. */
export const expectOneProofToTheEnd = (
  context: CheckContext,
  session: CheckoutSession,
  { txids, how }: { txids: ReturnType<typeof txidsIn>; how: string },
) => {
  expectOneProof(txids, how)
  const identifiers = identifiersOf(session)
  lookAfterOvertaking(context, identifiers, () =>
    expectOneProof(txidsIn(notificationsSoFar(context, identifiers)), how),
  )
}

/** Fails the clause unless there is exactly one txid; `how` says how the session was paid. */
export const expectOneProof = (txids: ReturnType<typeof txidsIn>, how: string) =>
  expectThat(txids.size === 1, 'a session is paid more than once', {
    expected: 'one proof',
    actual: `${txids.size} proofs, with the txids ${[...txids].map(String).join(', ')}${how}`,
  })
