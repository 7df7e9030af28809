import type { Level } from '../../protocol/requirements/index.ts'
import type { ClauseOutcome, Counts, Report } from '../../schemas/messages.ts'

/** Counts the verdicts of the clauses of each level. */
export const countsOf = (clauses: readonly ClauseOutcome[]): Report['counts'] => {
  const count = (level: Level): Counts => {
    const counts: Counts = { pass: 0, fail: 0, blocked: 0 }
    for (const { verdict } of clauses.filter(clause => clause.level === level))
      counts[verdict] = (counts[verdict] ?? 0) + 1
    return counts
  }
  return { must: count('must'), should: count('should'), open: count('open') }
}
