import { requirementsOf } from '../../protocol/requirements/index.ts'
import type { ClauseOutcome, Report } from '../../schemas/messages.ts'
import { isPartial } from '../selection.ts'
import { exitCodeOf, runVerdict, type Tally } from '../verdicts.ts'
import { withValues } from '../with-values.ts'
import { checkOutcome, notTried, observationsOf } from './checks.ts'
import { clauseOutcome } from './clauses.ts'
import { countsOf } from './counts.ts'
import { headOf } from './head.ts'
import { recordsOf } from './records.ts'
import type { CheckRecord, RunOutcome } from './run-outcome.ts'

/**
 * Assembles the report of a run and its exit code. A pure function: the same outcome gives the same report, byte for
 * byte.
 */
export const assemble = (run: RunOutcome): { report: Report; exitCode: 0 | 1 | 2 | 3 } => {
  const { facts, settings, evidence } = run
  const records = recordsOf(run)
  const scope = { role: facts.role, partial: isPartial(settings) }
  const clauses = requirementsOf(facts.role).map(id => clauseOutcome(id, records, scope))
  const tally = tallyOf(run, records, clauses)
  const verdict = runVerdict(tally)
  const report: Report = {
    version: 1,
    verdict,
    ...headOf(run),
    counts: countsOf(clauses),
    clauses,
    checks: records.map(record => checkOutcome(record, settings)),
    observations: records.flatMap(observationsOf),
    preflight: facts.preflight.findings,
    notTried: notTried(records),
    ...challengeOf(run),
    evidence: { file: evidence.file, digest: evidence.digest, ...withValues({ pictures: evidence.pictures }) },
  }
  return { report, exitCode: facts.preflight.stop ?? exitCodeOf(verdict, tally, settings.failOn) }
}

const challengeOf = ({ facts: { challenge }, evidence: { signed } }: RunOutcome): Pick<Report, 'challenge'> =>
  challenge === undefined ? {} : { challenge: { ...challenge, ...withValues({ signed }) } }

const tallyOf = (
  { facts, settings, interrupted }: RunOutcome,
  records: readonly CheckRecord[],
  clauses: readonly ClauseOutcome[],
): Tally => ({
  clauses,
  partial: isPartial(settings),
  cutShort: interrupted || facts.preflight.stop !== undefined,
  tried: isRoleTried(records, isPartial(settings)),
})

/** Tells whether an operation of the role was tried. A part without such operations lacks nothing if it was tried. */
const isRoleTried = (records: readonly CheckRecord[], partial: boolean): boolean => {
  const ofRole = records.filter(
    ({ check, outcome }) => outcome !== 'not-selected' && check.operations.some(name => name !== 'metadata'),
  )
  const wanted = partial && ofRole.length === 0 ? records : ofRole
  return wanted.some(({ outcome }) => outcome === 'pass' || outcome === 'fail')
}
