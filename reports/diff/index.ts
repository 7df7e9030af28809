import { textOf } from '../../protocol/json/any-json.ts'
import type { Report } from '../../schemas/messages.ts'
import type { Verdict } from '../queries.ts'

/** How a clause or a check differs between two reports. */
export type Change = { id: string; before?: Verdict; after?: Verdict; isWorse: boolean }

/**
 * The differences. `fixed`: it was broken or blocked, and passes; `broken`: it became worse; `changed`: any other difference;
 * `new` and `gone`: only one of the reports has it.
 */
export type Changes = Record<'fixed' | 'broken' | 'changed' | 'new' | 'gone', Change[]>

/** The differences of the second of two reports. */
export type Diff = {
  verdict: { before: Report['verdict']; after: Report['verdict'] }
  clauses: Changes
  checks: Changes
  /** Obstacles to the comparison, in sentences: another target, register or depth. */
  notes: string[]
  isWorse: boolean
}

/** How bad a verdict is. A check that was not tried is not worse than one that passed: no fault is known. */
const badness: Readonly<Record<Verdict, number>> = {
  pass: 0,
  observed: 0,
  'not-applicable': 0,
  'not-selected': 0,
  warn: 1,
  blocked: 2,
  known: 3,
  fail: 3,
}

const isGood = (verdict: Verdict): boolean => verdict === 'pass' || verdict === 'observed'

type Judged = { id: string; verdict: Verdict }

const kindOf = (before: Verdict, after: Verdict): 'fixed' | 'broken' | 'changed' => {
  if (badness[after] > badness[before]) return 'broken'
  return badness[before] > 0 && isGood(after) ? 'fixed' : 'changed'
}

/** Compares clauses or checks, in the order of the later report. */
const changesOf = (before: readonly Judged[], after: readonly Judged[]): Changes => {
  const earlier = new Map(before.map(({ id, verdict }) => [id, verdict]))
  const later = new Set(after.map(({ id }) => id))
  const changes: Changes = { fixed: [], broken: [], changed: [], new: [], gone: [] }
  for (const { id, verdict } of after) {
    const was = earlier.get(id)
    if (was === undefined) changes.new.push({ id, after: verdict, isWorse: badness[verdict] > 0 })
    else if (was !== verdict) {
      const kind = kindOf(was, verdict)
      changes[kind].push({ id, before: was, after: verdict, isWorse: kind === 'broken' })
    }
  }
  for (const { id, verdict } of before) if (!later.has(id)) changes.gone.push({ id, before: verdict, isWorse: false })
  return changes
}

const note = (what: string, before: unknown, after: unknown): string[] =>
  before === after ? [] : [`${what}: ${textOf(before ?? 'none')} before, ${textOf(after ?? 'none')} now.`]

const notesOf = (before: Report, after: Report): string[] => [
  ...note('Target', before.target.baseUrl, after.target.baseUrl),
  ...note('Environment', before.target.environment, after.target.environment),
  ...note('Harness', before.run.harness, after.run.harness),
  ...note('Register', before.run.register, after.run.register),
  ...note('Depth', before.run.depth, after.run.depth),
  ...note('Selection', selectionOf(before), selectionOf(after)),
]

const selectionOf = ({ run: { selection, shard } }: Report): string | undefined =>
  selection || shard ? JSON.stringify({ ...selection, ...(shard ? { shard } : {}) }) : undefined

const hasWorse = (changes: Changes): boolean =>
  Object.values(changes).some(found => found.some(change => change.isWorse))

/** Compares two reports of one role, by clause and by check. */
export const diffOf = (before: Report, after: Report): Diff => {
  const clauses = changesOf(before.clauses, after.clauses)
  const checks = changesOf(before.checks, after.checks)
  return {
    verdict: { before: before.verdict, after: after.verdict },
    clauses,
    checks,
    notes: notesOf(before, after),
    isWorse: hasWorse(clauses) || hasWorse(checks),
  }
}
