import type { Check } from '../../harness/clause.ts'
import type { CheckResult } from '../checks/run-check.ts'
import type { OpenRun } from '../open-run.ts'
import { withValues } from '../with-values.ts'
import { createPhases } from './phases.ts'

/** Runs checks in this process, without Vitest, and closes the run: what the self-test and cross-role runs use. */
export const runChecks = async (
  open: OpenRun,
  checks: readonly Check[],
  signal: AbortSignal,
  onWaiting?: (ids: string[]) => void,
): Promise<CheckResult[]> => {
  const phases = createPhases(open, checks, withValues({ onWaiting }))
  try {
    const results = await Promise.all(phases.checks.map(check => phases.run(check, signal)))
    return results.filter(result => result !== undefined)
  } finally {
    await phases.end()
  }
}
