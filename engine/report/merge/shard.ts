import type { CheckDescription } from '../../../harness/check.ts'
import type { CheckOutcome, Report, Verdict } from '../../../schemas/messages.ts'
import { selects } from '../../checks/selection.ts'
import { readOption, type Shard, shard } from '../../settings/options/readers.ts'
import { UsageError } from '../../settings/usage-error.ts'
import type { Outcome } from '../../verdicts.ts'
import { withValues } from '../../with-values.ts'
import type { RunEnd } from '../judge.ts'
import type { CheckRecord } from '../run-outcome.ts'

/** The report of a shard. `file` is its name for the user, `folder` has its evidence. */
export type ShardReport = { file: string; folder: string; report: Report }

/** A shard that has been read: its index, the number of shards, and the findings of its checks. */
export type ReadShard = ShardReport & { shard: Shard; records: CheckRecord[]; end: RunEnd }

/** Reads a report as a shard of the checks of its role. UsageError if it is not a shard. */
export const readShard = (given: ShardReport, checks: readonly CheckDescription[]): ReadShard => {
  const { report, file } = given
  const { run } = report
  if (run.shard === undefined)
    throw new UsageError(`${file} is the report of a whole run.`, 'Give the reports of runs with --shard.')
  const part = readOption(shard, run.shard, `${file}: run.shard`)
  const records = recordsOf(report, checks)
  if (records === undefined) throw changed(file)
  const only = run.selection?.only ?? []
  const skip = run.selection?.skip ?? []
  // A shard cannot have tried a check that it does not select.
  const isAsSelected = records.every(
    ({ check, outcome }) => outcome === 'not-selected' || selects({ only, skip, shard: part }, check),
  )
  if (!isAsSelected) throw changed(file)
  return { ...given, shard: part, records, end: endOf(report) }
}

/** The error for a report that is not as a run writes it. */
export const changed = (file: string): UsageError =>
  new UsageError(`${file} was cut or changed: it does not agree with itself.`, 'Give it as the run wrote it.')

/** Returns a record of each check, in the order of the checks; undefined if the report has others. */
const recordsOf = (report: Report, checks: readonly CheckDescription[]): CheckRecord[] | undefined => {
  const { knownFailures = [] } = report.run
  const expired = knownFailures.filter(({ status }) => status === 'expired').map(({ id }) => id)
  const knownFailing = (report.run.knownFailing ?? []).filter(id => !expired.includes(id))
  if (report.checks.length !== checks.length) return undefined
  const records = checks.flatMap((check, index): CheckRecord[] => {
    const found = report.checks[index]
    return found?.id === check.id ? [recordOf(check, found, knownFailing)] : []
  })
  return records.length === checks.length ? records : undefined
}

const recordOf = (check: CheckDescription, found: CheckOutcome, knownFailing: readonly string[]): CheckRecord => {
  const { id, reason, untried, blockedBy, seconds = 0 } = found
  const outcome = outcomeOf(found.verdict)
  const result = { id, outcome, seconds, observations: [], exchanges: [], ...withValues({ untried, blockedBy }) }
  return { check, outcome, knownFailing, reason, result }
}

/** The outcome of a check, from its verdict. A check of open clauses only is `observed`, whether it passed or failed. */
const outcomeOf = (verdict: Verdict): Outcome => {
  if (verdict === 'warn' || verdict === 'known') return 'fail'
  return verdict === 'observed' ? 'pass' : verdict
}

const endOf = ({ target, run }: Report): RunEnd => ({
  role: target.role,
  partial: run.selection !== undefined,
  interrupted: run.interrupted === true,
  stop: run.stopped,
  failOn: run.failOn ?? 'must',
  isFaulty: run.exitCode === 4,
})
