import type { Check } from '../../harness/clause.ts'
import { leftOutReason } from '../first-look.ts'
import { selects } from '../selection.ts'
import type { TargetFacts } from '../target-facts.ts'
import type { CheckRecord, RunOutcome } from './run-outcome.ts'

/** Joins each check of the role with its result. */
export const recordsOf = ({ checks, results, settings, facts, interrupted }: RunOutcome): CheckRecord[] => {
  const byId = new Map(results.map(result => [result.id, result]))
  const { knownFailing } = settings
  const notRun = {
    outcome: 'blocked' as const,
    reason: interrupted ? 'the run was interrupted before it' : stopReason(facts),
  }
  const notSelected = { outcome: 'not-selected' as const, reason: 'not selected' }
  const leftOut = { outcome: 'not-selected' as const, reason: leftOutReason }
  const withoutResult = ({ id }: Check) => (facts.leftOut?.includes(id) ? leftOut : notRun)
  return checks.map((check): CheckRecord => {
    const result = byId.get(check.id)
    const { outcome, reason } = selects(settings, check) ? (result ?? withoutResult(check)) : notSelected
    return { check, knownFailing, outcome, reason, ...(result ? { result } : {}) }
  })
}

const stopReason = ({ preflight }: TargetFacts) =>
  preflight.findings.find(finding => finding.severity === 'error')?.message ?? 'the run ended before it'
