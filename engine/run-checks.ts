import PQueue from 'p-queue'
import type { Check } from '../harness/clause.ts'
import { concurrency, type OpenRun } from './open-run.ts'
import { returnFunds } from './return-funds.ts'
import { type CheckResult, runCheck } from './run-check.ts'
import type { TargetFacts } from './target-facts.ts'

/** The order of a run: all at once; then one by one what measures; then what looks back at the run. */
export const phases = (checks: readonly Check[]): { together: Check[]; alone: Check[] } => ({
  together: checks.filter(check => !check.alone && !check.last),
  alone: [...checks.filter(check => check.alone && !check.last), ...checks.filter(check => check.last)],
})

/** Runs checks in this process, without Vitest: what the self-test and the replay of one check use. */
export const runChecks = async (
  open: OpenRun,
  checks: readonly Check[],
  { signal, onResult }: { signal: AbortSignal; onResult?: (result: CheckResult) => void },
): Promise<CheckResult[]> => {
  const results: CheckResult[] = []
  const queue = new PQueue({ concurrency })
  const one = async (check: Check) => {
    const result = await queue.add(() => runCheck(open.run, check, { signal }))
    results.push(result)
    onResult?.(result)
  }
  const { together, alone } = phases(checks)
  await Promise.all(together.map(one))
  for (const check of alone) await one(check)
  await returnFunds(open, signal)
  return results
}

/** What a run knows besides the results of its checks. */
export const targetFactsOf = ({ run, preflight, shownBy }: OpenRun): TargetFacts => ({
  role: run.role,
  target: run.target,
  metadata: { status: run.metadata.status, text: run.metadata.text ?? '' },
  preflight,
  profile: run.profile,
  shownBy,
})
