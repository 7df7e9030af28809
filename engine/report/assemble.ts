import type { Report } from '../../schemas/messages.ts'
import { isPartial } from '../selection.ts'
import { withValues } from '../with-values.ts'
import { checkOutcome, observationsOf } from './checks.ts'
import { headOf } from './head.ts'
import { type Judgement, judge } from './judge.ts'
import { recordsOf } from './records.ts'
import type { RunOutcome } from './run-outcome.ts'

/**
 * Assembles the report of a run and its exit code. A pure function: the same outcome gives the same report, byte for
 * byte.
 */
export const assemble = (run: RunOutcome): { report: Report; exitCode: Judgement['exitCode'] } => {
  const { facts, settings, evidence, interrupted, results } = run
  const records = recordsOf(run)
  const { exitCode, verdict, counts, clauses, notTried } = judge(records, {
    role: facts.role,
    partial: isPartial(settings),
    interrupted,
    stop: facts.preflight.stop,
    failOn: settings.failOn,
    isFaulty: results.some(({ harnessError }) => harnessError !== undefined),
  })
  const head = headOf(run)
  const report: Report = {
    version: 1,
    verdict,
    ...head,
    run: { ...head.run, exitCode },
    ...(run.partner ? { partner: run.partner } : {}),
    counts,
    clauses,
    checks: records.map(record => checkOutcome(record, settings)),
    observations: records.flatMap(observationsOf),
    preflight: facts.preflight.findings,
    notTried,
    ...challengeOf(run),
    evidence: { file: evidence.file, digest: evidence.digest, ...withValues({ pictures: evidence.pictures }) },
  }
  return { report, exitCode }
}

const challengeOf = ({ facts: { challenge }, evidence: { signed } }: RunOutcome): Pick<Report, 'challenge'> =>
  challenge === undefined ? {} : { challenge: { ...challenge, ...withValues({ signed }) } }
