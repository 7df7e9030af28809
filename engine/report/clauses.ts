import type { Role } from '../../protocol/operations.ts'
import { type RequirementId, requirements } from '../../protocol/requirements/index.ts'
import type { ClauseOutcome, Verdict } from '../../schemas/messages.ts'
import { mostSevere } from '../../schemas/verdicts.ts'
import { selftestFiguresOf } from '../../suites/support/selftest-figures.ts'
import { leftOutReason } from '../checks/first-look.ts'
import { clauseVerdict } from '../verdicts.ts'
import { withValues } from '../with-values.ts'
import type { CheckRecord } from './run-outcome.ts'

/** The role that a report is about; `partial`: only a part of its checks was selected. */
type Scope = { role: Role; partial: boolean }

/** Returns the outcome of a clause: the most severe verdict of the checks that test it, and the reason. */
export const clauseOutcome = (
  id: RequirementId,
  records: readonly CheckRecord[],
  { role, partial }: Scope,
): ClauseOutcome => {
  const { level, text, roles, notObservable } = requirements[id]
  const deciding = records
    .filter(({ check }) => check.clauses.includes(id))
    .map(record => ({ record, verdict: clauseVerdict(record, id) }))
  const undecided = partial ? 'not-selected' : notObservable ? 'not-applicable' : 'blocked'
  const verdict = deciding.length > 0 ? mostSevere(deciding.map(each => each.verdict)) : undecided
  const reason = verdict === 'not-applicable' && notObservable ? notObservable.reason : reasonFor(deciding, verdict)
  return {
    id,
    level,
    verdict,
    checks: deciding.map(({ record }) => record.check.id),
    text,
    roles: [...roles],
    ...withValues({
      reason,
      blockedBy: blockedByIn(deciding, verdict),
      untried: untriedIn(deciding, verdict),
      proven: selftestFiguresOf(role, id),
    }),
  }
}

/** Returns the clauses whose failure alone blocks a clause; undefined if anything else blocks it as well. */
const blockedByIn = (deciding: readonly Deciding[], verdict: Verdict): string[] | undefined => {
  const blocking = deciding
    .filter(each => each.verdict === 'blocked')
    .map(({ record }) => record.result?.blockedBy ?? [])
  const isAll = verdict === 'blocked' && blocking.length > 0 && blocking.every(by => by.length > 0)
  return isAll ? [...new Set(blocking.flat())].sort() : undefined
}

type Deciding = { record: CheckRecord; verdict: Verdict }

/** Joins the reasons of the checks that made a clause blocked or not applicable, each once. */
const reasonFor = (deciding: readonly Deciding[], verdict: Verdict): string | undefined => {
  if (verdict !== 'blocked' && verdict !== 'not-applicable') return undefined
  if (deciding.length === 0) return 'no check decides it'
  const reasons = deciding
    .filter(each => each.verdict === verdict)
    .map(({ record }) => withoutRunNames(record.reason ?? ''))
  return [...new Set(reasons.filter(reason => reason !== ''))].sort().join('; ') || undefined
}

/**
 * Returns the untried parts of a clause that was otherwise decided, each once: those that its checks report, the checks that do not apply,
 * and those that the depth omits. Undefined if every part was tried.
 */
const untriedIn = (deciding: readonly Deciding[], verdict: Verdict): string[] | undefined => {
  const parts = deciding.flatMap(({ record, verdict: own }) => [
    ...(record.result?.untried ?? []),
    ...(own === 'not-applicable' && own !== verdict && record.reason !== undefined ? [record.reason] : []),
    // A clause that does not apply in one check may apply in those that the depth omits.
    ...(verdict === 'not-applicable' && record.reason === leftOutReason ? [leftOutReason] : []),
  ])
  return parts.length > 0 ? [...new Set(parts.map(withoutRunNames))].sort() : undefined
}

/** Removes names that were generated for one run, so that the clauses of two runs with the same outcome are equal. */
const withoutRunNames = (reason: string) => reason.replace(/\b([a-z]+)-[0-9a-f]{20}-\d+\b/g, '$1')
