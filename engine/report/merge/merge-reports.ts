import { isDeepStrictEqual } from 'node:util'
import type { CheckOutcome, PreflightFinding, Report } from '../../../schemas/messages.ts'
import { shardOf } from '../../checks/selection.ts'
import type { KnownFailure } from '../../settings/known-failing/known-failing.ts'
import { withValues } from '../../with-values.ts'
import { type Judgement, judge } from '../judge.ts'
import { exitCodeWith, knownOutcomes } from '../known-failures.ts'
import { changed, type ReadShard } from './shard.ts'

/** The names in the merged report for the exchanges and pictures of a shard. */
export type Renamed = {
  exchange: (shard: ReadShard, id: string) => string
  picture: (shard: ReadShard, name: string) => string
}

/** Throws UsageError if the verdict, the counts or the clauses of a shard do not follow from its checks. */
export const checkConsistent = ({ file, report, records, end }: ReadShard): void => {
  const { verdict, counts, clauses } = judge(records, end)
  const stated = { verdict: report.verdict, counts: report.counts, clauses: report.clauses }
  if (!isDeepStrictEqual(stated, JSON.parse(JSON.stringify({ verdict, counts, clauses })))) throw changed(file)
}

/** Makes one report of all shards of a run, in order, as if it had been a single run. The evidence is not joined yet. */
export const mergeReports = (
  shards: readonly [ReadShard, ...ReadShard[]],
  renamed: Renamed,
): { report: Report; exitCode: Judgement['exitCode'] } => {
  const [first] = shards
  const answered = answeredIn(shards)
  const { target, profile } = answered.report
  const owners = first.records.map(({ check }) => shards[shardOf(check.id, shards.length) - 1] ?? first)
  const checks = owners.map((owner, index) => renamedIn(owner.report.checks[index], owner, renamed))
  const run = runOf(shards)
  const records = owners.flatMap(({ records }, index) => records[index] ?? [])
  const end = endOf(shards, run)
  const judgement = judge(records, end)
  const { verdict, counts, clauses, notTried } = judgement
  const known = knownOutcomes(entriesOf(shards), checks)
  const exitCode = end.stop === undefined ? exitCodeWith(judgement, known) : judgement.exitCode
  const report: Report = {
    version: 1,
    verdict,
    target,
    profile,
    run: {
      ...run,
      ...withValues({ stopped: end.stop }),
      ...(known.length > 0 ? { knownFailures: known } : {}),
      exitCode,
    },
    counts,
    clauses,
    checks,
    observations: checks.flatMap(({ observations = [] }) => observations),
    preflight: findingsOf(shards),
    notTried,
    ...challengeOf(answered, renamed),
  }
  return { report, exitCode }
}

/** Returns the entries of the file of known failures. An entry that had expired when any shard ran counts as expired. */
const entriesOf = ([first, ...others]: readonly [ReadShard, ...ReadShard[]]): KnownFailure[] =>
  (first.report.run.knownFailures ?? []).map(({ status, ...entry }, index) => ({
    ...entry,
    isExpired:
      status === 'expired' || others.some(({ report }) => report.run.knownFailures?.[index]?.status === 'expired'),
  }))

/** Returns the shard whose challenge and metadata the merged report uses: the first in which the target signed something. */
export const answeredIn = (shards: readonly [ReadShard, ...ReadShard[]]): ReadShard =>
  shards.find(({ report }) => report.challenge?.signed !== undefined) ?? shards[0]

const challengeOf = (shard: ReadShard, { exchange }: Renamed): Pick<Report, 'challenge'> => {
  const { challenge } = shard.report
  if (challenge === undefined) return {}
  const { signed } = challenge
  return {
    challenge: {
      ...challenge,
      ...withValues({ signed: signed && { ...signed, exchange: exchange(shard, signed.exchange) } }),
    },
  }
}

const renamedIn = (check: CheckOutcome | undefined, shard: ReadShard, { exchange, picture }: Renamed): CheckOutcome => {
  if (!check) throw changed(shard.file)
  const idsOf = (ids: readonly string[] | undefined) => ids?.map(id => exchange(shard, id))
  const { counterexample, page } = check
  return {
    ...check,
    ...withValues({
      exchange: check.exchange === undefined ? undefined : exchange(shard, check.exchange),
      exchanges: idsOf(check.exchanges),
      counterexample: counterexample && {
        ...counterexample,
        ...withValues({ exchanges: idsOf(counterexample.exchanges) }),
      },
      page: page && { ...page, ...withValues({ picture: page.picture && picture(shard, page.picture) }) },
    }),
  }
}

const endOf = (shards: readonly [ReadShard, ...ReadShard[]], run: Report['run']) => {
  const stops = shards.map(({ end }) => end.stop)
  return {
    ...shards[0].end,
    partial: run.selection !== undefined,
    interrupted: shards.some(({ end }) => end.interrupted),
    stop: stops.includes(2) ? (2 as const) : stops.includes(3) ? (3 as const) : undefined,
    isFaulty: shards.some(({ end }) => end.isFaulty),
  }
}

const runOf = (shards: readonly [ReadShard, ...ReadShard[]]): Report['run'] => {
  const {
    shard: _shard,
    selection,
    pace: _pace,
    exitCode: _exitCode,
    stopped: _stopped,
    knownFailures: _known,
    ...run
  } = shards[0].report.run
  const runs = shards.map(({ report }) => report.run)
  const sum = (read: (run: Report['run']) => number | undefined) =>
    Math.round(runs.reduce((total, each) => total + (read(each) ?? 0), 0) * 1_000) / 1_000
  const isSelected = (selection?.only?.length ?? 0) + (selection?.skip?.length ?? 0) > 0
  const started = runs.map(each => each.started).sort(byTime)
  const resumed = runs.flatMap(each => each.resumed ?? []).sort(byTime)
  const finished = runs.flatMap(each => each.finished ?? []).sort(byTime)
  return {
    ...run,
    started: started[0] ?? run.started,
    seconds: sum(each => each.seconds),
    requests: sum(each => each.requests),
    shards: shards.length,
    ...withValues({
      finished: finished.at(-1),
      resumed: resumed.length > 0 ? resumed : undefined,
      peakMemoryBytes: run.peakMemoryBytes && Math.max(...runs.map(each => each.peakMemoryBytes ?? 0)),
      budgetSeconds: run.budgetSeconds && sum(each => each.budgetSeconds),
      interrupted: runs.some(each => each.interrupted) || undefined,
      ended: runs.find(each => each.ended)?.ended,
      selection: isSelected ? selection : undefined,
    }),
  }
}

const byTime = (a: string, b: string): number => Date.parse(a) - Date.parse(b)

/** The findings of the first shard, and those that only other shards have. */
const findingsOf = ([first, ...others]: readonly [ReadShard, ...ReadShard[]]): PreflightFinding[] => {
  const findings = [...(first.report.preflight ?? [])]
  for (const finding of others.flatMap(({ report }) => report.preflight ?? []))
    if (!finding.ok && !findings.some(({ name, message }) => name === finding.name && message === finding.message))
      findings.push(finding)
  return findings
}
