import type { CheckOutcome, KnownFailureOutcome, Report } from '../../schemas/messages.ts'
import { isPartial } from '../checks/selection.ts'
import { withValues } from '../with-values.ts'
import { checkOutcome, observationsOf } from './checks.ts'
import { headOf } from './head.ts'
import { type Judgement, judge } from './judge.ts'
import { exitCodeWith, knownOutcomes, undecided } from './known-failures.ts'
import { recordsOf } from './records.ts'
import type { RunOutcome } from './run-outcome.ts'

/**
 * Assembles the report of a run and its exit code. A pure function: the same outcome gives the same report, byte for
 * byte.
 */
export const assemble = (run: RunOutcome): { report: Report; exitCode: Judgement['exitCode'] } => {
  const { facts, settings, evidence, interrupted, results } = run
  const records = recordsOf(run)
  const judgement = judge(records, {
    role: facts.role,
    partial: isPartial(settings),
    interrupted,
    stop: facts.preflight.stop,
    failOn: settings.failOn,
    isFaulty: results.some(({ harnessError }) => harnessError !== undefined),
  })
  const { verdict, counts, clauses, notTried } = judgement
  const checks = records.map(record => checkOutcome(record, settings))
  const known = knownFailuresOf(settings, checks)
  const exitCode = facts.preflight.stop === undefined ? exitCodeWith(judgement, known) : judgement.exitCode
  const head = headOf(run)
  const report: Report = {
    version: 1,
    verdict,
    ...head,
    run: { ...head.run, ...(known.length > 0 ? { knownFailures: known } : {}), exitCode },
    ...(run.partner ? { partner: run.partner } : {}),
    counts,
    clauses,
    checks,
    observations: records.flatMap(observationsOf),
    preflight: facts.preflight.findings,
    notTried,
    ...challengeOf(run),
    evidence: {
      file: evidence.file,
      digest: evidence.digest,
      ...withValues({ omitted: evidence.omitted, pictures: evidence.pictures }),
    },
  }
  return { report, exitCode }
}

const knownFailuresOf = (
  { knownFailures = [], sharesKnownFailures, preflightOnly }: RunOutcome['settings'],
  checks: readonly CheckOutcome[],
): KnownFailureOutcome[] => {
  const outcomes = preflightOnly ? [] : knownOutcomes(knownFailures, checks)
  return sharesKnownFailures ? undecided(outcomes) : outcomes
}

const challengeOf = ({ facts: { challenge }, evidence: { signed } }: RunOutcome): Pick<Report, 'challenge'> =>
  challenge === undefined ? {} : { challenge: { ...challenge, ...withValues({ signed }) } }
