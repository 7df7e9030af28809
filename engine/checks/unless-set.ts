import type { Clock } from '../../harness/clock.ts'
import type { Outcome } from '../verdicts.ts'

type End = {
  outcome: Outcome
  isProof?: boolean | undefined
  message?: string | undefined
  reason?: string | undefined
}

type SetEnd = { outcome: 'blocked'; reason: string; isRetryable: true; at?: undefined }

/**
 * Blocks a check that failed or was blocked while the target's clock may have been set, unless the response proves the fault: it may have
 * been stamped by one clock and judged by another. It is tried again. `began`: milliseconds of `performance.now()`.
 */
export const unlessSet = <E extends End>(clock: Pick<Clock, 'mayBeSetSince'>, began: number, end: E): E | SetEnd => {
  const isInDoubt = (end.outcome === 'fail' && !end.isProof) || end.outcome === 'blocked'
  if (!isInDoubt || !clock.mayBeSetSince(began)) return end
  const ended = end.outcome === 'fail' ? `the check failed: ${end.message}` : `the check was blocked: ${end.reason}`
  const reason = `The responses of the target, or the clock of this machine, show that its clock was set, or that several of its servers have clocks that differ. Meanwhile ${ended}`
  return { outcome: 'blocked', reason, isRetryable: true }
}
