import type { Check } from '../../harness/clause.ts'
import type { CheckResult } from '../checks/run-check.ts'
import type { OpenRun } from '../open-run.ts'
import { createPhases, type PhaseOptions } from './phases.ts'

type Options = PhaseOptions & {
  /** Called with the number of checks, before the first one starts. */
  onStart?: (total: number) => void
  /** Called with each result when its check has ended. */
  onResult?: (result: CheckResult) => void
}

/**
 * Runs the checks of an open run, and closes it. Every run ends up here: that of a command in its own thread, that of a worker or of one of
 * several targets in its own process, and also those of pairs and of the self-test. Returns the results in the order of the run, without
 * checks that had not begun when the run was interrupted.
 */
export const runChecks = async (
  open: OpenRun,
  checks: readonly Check[],
  signal: AbortSignal,
  { onStart, onResult, ...options }: Options = {},
): Promise<CheckResult[]> => {
  const phases = createPhases(open, checks, options)
  onStart?.(phases.checks.length)
  const runOne = async (check: Check) => {
    const result = await phases.run(check, signal)
    if (result) onResult?.(result)
    return result
  }
  try {
    const results = await Promise.all(phases.checks.map(runOne))
    return results.filter(result => result !== undefined)
  } finally {
    await phases.end()
  }
}
