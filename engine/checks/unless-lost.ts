import type { RunContext } from '../../harness/run-context.ts'
import type { Outcome } from '../verdicts.ts'

type End = { outcome: Outcome; isProof?: boolean | undefined; message?: string | undefined }

type LostEnd = { outcome: 'blocked'; reason: string; isRetryable: true; at?: undefined }

/**
 * Blocks a check that failed if, since it began, the counterpart may have lost a request of the target, unless the response proves the
 * fault. It is tried again. `began`: milliseconds of `performance.now()`.
 */
export const unlessLost = <E extends End>(
  { counterpart }: Pick<RunContext, 'counterpart'>,
  began: number,
  end: E,
): E | LostEnd => {
  const loss = end.outcome === 'fail' && !end.isProof ? counterpart?.journal.lossSince(began) : undefined
  if (loss === undefined) return end
  return { outcome: 'blocked', reason: `${loss}. Meanwhile the check failed: ${end.message}`, isRetryable: true }
}
