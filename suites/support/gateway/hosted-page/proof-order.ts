import type { CheckContext } from '../../../../harness/context.ts'
import type { RecordedRequest } from '../../../../harness/counterpart.ts'
import { blocked, fail } from '../../../../harness/outcome.ts'
import { waits } from '../../../../harness/patience.ts'
import { headersOf } from '../notification/notification-signature.ts'

/** A hosted payment: when the customer was redirected, in milliseconds of `performance.now()`, and each attempt to notify it. */
export type OrderedPayment = { redirectedAt: number; attempts: readonly RecordedRequest[] }

/** A late proof: how many milliseconds late, whether it was sent late, and the evidence for that. */
type LateProof = { ms: number; wasSentLate: boolean; stamp: string }

/**
 * How many proofs, which must also be more than half, must be sent late to count as a fault: a single one may be a retry of a lost attempt.
 */
const enoughLate = 3

const isFault = (late: readonly LateProof[], all: number): boolean => late.length >= enoughLate && late.length * 2 > all

const isSentLate = ({ wasSentLate }: LateProof): boolean => wasSentLate

const toleranceMs = ({ run }: CheckContext): number => Math.round(waits.redirect.ms + 4 * run.http.latencyMs)

const timestampOf = (attempt: RecordedRequest): number => {
  const { timestamp } = headersOf(attempt)
  return /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN
}

/**
 * Returns how late a proof arrived; undefined if it arrived before the redirect, or crossed it on the way. The network may delay a proof
 * that was sent in time: X-OC-Timestamp is the time of sending, according to the target's clock.
 */
const lateProofOf = (context: CheckContext, { redirectedAt, attempts }: OrderedPayment): LateProof | undefined => {
  const ms = Math.ceil(Math.min(...attempts.map(({ at }) => at)) - redirectedAt)
  if (ms <= toleranceMs(context)) return undefined
  const sent = Math.min(...attempts.map(timestampOf))
  const { clock } = context.run
  const redirected = clock.requestNow(performance.timeOrigin + redirectedAt) + clock.latest() - clock.now()
  const stamp = Number.isNaN(sent)
    ? 'without a time of sending'
    : `stamped ${sent}, the redirect came in second ${redirected}`
  // A proof sent within the next second may have crossed the redirect: timestamps only have whole seconds.
  return { ms, wasSentLate: !(sent <= redirected + 1), stamp }
}

/** Returns whether the payments so far are inconclusive: a proof was late, but too few for a fault. */
export const isUndecided = (context: CheckContext, payments: readonly OrderedPayment[]): boolean => {
  const late = payments.flatMap(payment => lateProofOf(context, payment) ?? [])
  return late.length > 0 && !isFault(late.filter(isSentLate), payments.length)
}

/** Fails the clause if proofs were sent after the redirect; blocks the check if they only arrived after it. */
export const expectProofFirst = (context: CheckContext, payments: readonly OrderedPayment[]): void => {
  const late = payments.flatMap(payment => lateProofOf(context, payment) ?? [])
  const [sentLate] = late.filter(isSentLate)
  const [first] = late
  if (sentLate && !isUndecided(context, payments))
    fail('the customer is redirected before the proof is sent', {
      expected: `the notification before the redirect, or crossing it: at most ${toleranceMs(context)} ms later`,
      actual: `the notification ${sentLate.ms} ms after the redirect, ${sentLate.stamp}`,
    })
  if (first)
    blocked(
      `a notification arrives ${first.ms} ms after the redirect (${first.stamp}), as do ${late.length} of ${payments.length}: it is unclear whether the target sends it late, or something between target and counterpart delays it. Make sure that notifications reach the counterpart within ${toleranceMs(context)} ms, without losses on the way`,
    )
}
