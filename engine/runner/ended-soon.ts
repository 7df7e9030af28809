import type { Check } from '../../harness/clause.ts'
import { RunEnded } from '../../harness/outcome.ts'
import { waits } from '../../harness/patience.ts'
import { endsWithin } from '../../harness/pause.ts'
import type { CheckResult } from '../checks/run-check.ts'

type Work = Promise<CheckResult | undefined>

/** Returns the result of a check. A check that does not end soon after the signal aborts is blocked. */
export const endedSoon = async (
  work: Work,
  { check, signal, ms = waits.checkEnd.ms }: { check: Check; signal: AbortSignal; ms?: number },
): Work => {
  const aborted = Promise.withResolvers<void>()
  const abort = () => aborted.resolve()
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    await Promise.race([work, aborted.promise])
    if (!signal.aborted || (await endsWithin(ms, work))) return await work
    return { ...ended(check, signal.reason), seconds: 0, observations: [], exchanges: [] }
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

const ended = ({ id }: Check, reason: unknown) => ({
  id,
  outcome: 'blocked' as const,
  reason: reason instanceof RunEnded ? reason.message : 'the run was interrupted',
})
