import type { Trace } from '../../harness/trace.ts'
import type { CheckEnd } from './check-end.ts'

/**
 * Blocks a check that failed or was blocked while an unanswered transfer may have changed the balance of its accounts, unless the response
 * proves the fault. It is tried again. A check that ended because a request got no response is retried elsewhere.
 */
export const unlessUnsettled = ({ doubt }: Pick<Trace, 'doubt'>, end: CheckEnd): CheckEnd => {
  const isInDoubt = (end.outcome === 'fail' && !end.isProof) || (end.outcome === 'blocked' && !end.unanswered)
  if (doubt === undefined || !isInDoubt) return end
  const ended = end.outcome === 'fail' ? `the check failed: ${end.message}` : `the check was blocked: ${end.reason}`
  const reason = `${doubt}. Make it answer each request, and run the check again. Meanwhile ${ended}`
  return { outcome: 'blocked', reason, isRetryable: true }
}
