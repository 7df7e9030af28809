import { parts } from '../../protocol/requirements/index.ts'
import type { Report } from '../../schemas/messages.ts'
import { type ClauseOutcome, clauses as countOf, verdicts, verdictWords } from '../queries.ts'

/** The clauses of a report that belong to one chapter of the register. */
export type Chapter = { name: string; title: string; clauses: ClauseOutcome[] }

/** Returns the chapters with clauses in the report, in the order of the register. */
export const chaptersOf = (report: Report): Chapter[] => {
  const registered = new Set<string>(parts.flatMap(({ ids }) => ids))
  const chapters = parts.map(({ name, title, ids }) => {
    const own = new Set<string>(ids)
    return { name, title, clauses: report.clauses.filter(({ id }) => own.has(id)) }
  })
  const others = report.clauses.filter(({ id }) => !registered.has(id))
  return [...chapters, { name: 'other', title: 'Other clauses', clauses: others }].filter(
    ({ clauses }) => clauses.length > 0,
  )
}

/** Counts the verdicts of a chapter: `17 clauses: 2 fail, 15 pass`. */
export const tally = ({ clauses }: Chapter): string => {
  const counts = verdicts
    .map(verdict => ({ verdict, number: clauses.filter(clause => clause.verdict === verdict).length }))
    .filter(({ number }) => number > 0)
  return `${countOf(clauses.length)}: ${counts.map(({ verdict, number }) => `${number} ${verdictWords[verdict]}`).join(', ')}`
}
