import { requirementIds } from '../../protocol/requirements/index.ts'
import type { Subject } from '../ambiguities/subjects.ts'
import { type ClauseOutcome, clauseText, type Level, type Verdict } from '../queries.ts'

/** How many implementations keep a clause, of those where it was decided; `undecided`: it was decided nowhere. */
export type Kept = 'nobody' | 'some' | 'everybody' | 'undecided'

/** A must or should clause, and its verdict at each implementation that it applies to. */
export type ClauseRow = {
  clause: string
  level: Exclude<Level, 'open'>
  text: string
  kept: Kept
  verdicts: { implementation: number; verdict: Verdict }[]
}

const known: ReadonlyMap<string, number> = new Map(requirementIds.map((id, at) => [id, at]))

/** Lists the must and should clauses of all reports in the order of the register, then the others. */
export const clauseRows = (subjects: readonly Subject[]): ClauseRow[] => {
  const rows = new Map<string, ClauseRow>()
  for (const { implementation, report } of subjects)
    for (const outcome of report.clauses) {
      const row = rows.get(outcome.id) ?? rowOf(outcome)
      if (row === undefined) continue
      row.verdicts.push({ implementation: implementation.number, verdict: outcome.verdict })
      rows.set(outcome.id, row)
    }
  const found = [...rows.values()].map(row => ({ ...row, kept: keptBy(row) }))
  return found.toSorted((a, b) => placeOf(a) - placeOf(b))
}

const placeOf = ({ clause }: ClauseRow): number => known.get(clause) ?? known.size

const rowOf = (outcome: ClauseOutcome): ClauseRow | undefined => {
  const { id, level } = outcome
  return level === 'open'
    ? undefined
    : { clause: id, level, text: clauseText(outcome), kept: 'undecided', verdicts: [] }
}

const broken: readonly Verdict[] = ['fail', 'known', 'warn']

const keptBy = ({ verdicts }: ClauseRow): Kept => {
  const isKept = verdicts.some(({ verdict }) => verdict === 'pass')
  const isBroken = verdicts.some(({ verdict }) => broken.includes(verdict))
  if (isKept) return isBroken ? 'some' : 'everybody'
  return isBroken ? 'nobody' : 'undecided'
}
