import type { Role } from '../../protocol/operations.ts'
import { requirementsOf } from '../../protocol/requirements/index.ts'
import type { Report } from '../../schemas/messages.ts'
import { exitCodeOf, runVerdict } from '../verdicts.ts'
import { notTried } from './checks.ts'
import { clauseOutcome } from './clauses.ts'
import { countsOf } from './counts.ts'
import type { CheckRecord } from './run-outcome.ts'

/** The facts about a run and its end that affect the verdict. */
export type RunEnd = {
  role: Role
  /** Only a part of the checks was selected. */
  partial: boolean
  interrupted: boolean
  /** The exit code of a preflight that stopped the run. */
  stop: 2 | 3 | undefined
  failOn: 'must' | 'should'
  /** A check ended with a fault of the harness. */
  isFaulty: boolean
}

/** The result of a run from the records of its checks. */
export type Judgement = Required<Pick<Report, 'verdict' | 'counts' | 'clauses' | 'notTried'>> & {
  exitCode: 0 | 1 | 2 | 3 | 4
}

/** Judges a run by the records of its checks. A failed clause outranks a fault of the harness. */
export const judge = (records: readonly CheckRecord[], end: RunEnd): Judgement => {
  const clauses = requirementsOf(end.role).map(id => clauseOutcome(id, records, end))
  const cutShort = end.interrupted || end.stop !== undefined
  const tally = { clauses, partial: end.partial, cutShort, tried: isRoleTried(records, end.partial) }
  const verdict = runVerdict(tally)
  const exitCode = end.stop ?? exitCodeOf(tally, end.failOn)
  return {
    verdict,
    counts: countsOf(clauses),
    clauses,
    notTried: notTried(records),
    exitCode: end.isFaulty && exitCode !== 1 ? 4 : exitCode,
  }
}

/** Returns whether an operation of the role was tried. A selection without such operations is complete if any of it was tried. */
const isRoleTried = (records: readonly CheckRecord[], partial: boolean): boolean => {
  const ofRole = records.filter(
    ({ check, outcome }) => outcome !== 'not-selected' && check.operations.some(name => name !== 'metadata'),
  )
  const wanted = partial && ofRole.length === 0 ? records : ofRole
  return wanted.some(({ outcome }) => outcome === 'pass' || outcome === 'fail')
}
