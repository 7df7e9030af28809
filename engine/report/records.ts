import type { CheckDescription } from '../../harness/check.ts'
import { unexplained } from '../../harness/outcome.ts'
import { waits } from '../../harness/patience.ts'
import { leftOutReason } from '../checks/first-look.ts'
import { selects } from '../checks/selection.ts'
import type { RunSettings } from '../settings/settings.ts'
import type { TargetFacts } from '../target/target-facts.ts'
import type { Outcome } from '../verdicts.ts'
import type { CheckRecord, RunOutcome } from './run-outcome.ts'

/** Pairs each check of the role with its result. */
export const recordsOf = (run: RunOutcome): CheckRecord[] => {
  const { checks, results, settings, facts } = run
  const byId = new Map(results.map(result => [result.id, result]))
  const { knownFailing } = settings
  const notRun = {
    outcome: 'blocked' as const,
    reason: reasonOfEnd(run),
  }
  const notSelected = { outcome: 'not-selected' as const, reason: 'not selected' }
  const leftOut = { outcome: 'not-selected' as const, reason: leftOutReason }
  const withoutResult = ({ id }: CheckDescription) => (facts.leftOut?.includes(id) ? leftOut : notRun)
  return checks.map((check): CheckRecord => {
    const result = byId.get(check.id)
    const { outcome, reason } = selects(settings, check) ? (result ?? withoutResult(check)) : notSelected
    return { check, knownFailing, outcome, reason: reasonFor(outcome, reason), ...(result ? { result } : {}) }
  })
}

/** Returns the reason of a check. Results may be read from a file; a blocked check always gets a reason. */
const reasonFor = (outcome: Outcome, reason: string | undefined): string | undefined =>
  outcome === 'blocked' && (reason ?? '').trim() === '' ? unexplained : reason

/** Returns the time limit of a run in milliseconds: its budget, or the default. */
export const budgetOf = ({ budgetMs, depth }: Pick<RunSettings, 'budgetMs' | 'depth'>): number =>
  budgetMs ?? waits.run.ms[depth]

/** Returns why a run ended before a check. */
const reasonOfEnd = ({ settings, facts, interrupted, ended, measured, trouble }: RunOutcome): string => {
  if (ended !== undefined) return ended
  if (trouble) return `the run ended before it: ${trouble.message} ${trouble.remedy}`
  if (!interrupted) return stopReason(facts)
  const budgetMs = budgetOf(settings)
  return measured.finished.getTime() - measured.started.getTime() >= budgetMs
    ? `the budget of ${budgetMs / 1_000} s was used up before it: give the run more with --budget`
    : 'the run was interrupted before it'
}

const stopReason = ({ preflight }: TargetFacts) =>
  preflight.findings.find(finding => finding.severity === 'error')?.message ?? 'the run ended before it'
