import { plain } from '../formats/markdown.ts'
import { plural } from '../html/text.ts'
import { verdictWords } from '../queries.ts'
import { visibleLine } from '../visible.ts'
import type { Change, Changes, Diff } from './index.ts'

const kinds = ['broken', 'fixed', 'changed', 'new', 'gone'] as const

const verdictsOf = ({ before, after }: Change): string =>
  [before, after].map(verdict => (verdict === undefined ? 'not there' : verdictWords[verdict])).join(' → ')

/** Changes that are listed one by one. */
const mostListed = 200

const group = (kind: (typeof kinds)[number], what: string, { [kind]: found }: Changes): string[] => {
  if (found.length === 0) return []
  const rows = found.slice(0, mostListed).map(change => `    ${visibleLine(change.id)}: ${verdictsOf(change)}`)
  const more = found.length - rows.length
  return [`  ${kind} (${plural(found.length, what)})`, ...rows, ...(more > 0 ? [`    and ${more} more`] : []), '']
}

const headOf = ({ verdict }: Diff): string =>
  verdict.before === verdict.after ? `${verdict.after}, as before` : `${verdict.before} → ${verdict.after}`

const nothing = ({ clauses, checks }: Diff): boolean =>
  [...Object.values(clauses), ...Object.values(checks)].every(found => found.length === 0)

/** Renders the differences between two reports for a terminal. */
export const renderDiff = (diff: Diff): string =>
  [
    '',
    `  ${headOf(diff)}`,
    '',
    ...diff.notes.map(note => `  ${visibleLine(note)}`),
    ...(diff.notes.length > 0 ? [''] : []),
    ...kinds.flatMap(kind => [...group(kind, 'clause', diff.clauses), ...group(kind, 'check', diff.checks)]),
    ...(nothing(diff) ? ['  No verdict differs.', ''] : []),
  ].join('\n')

const rowsOf = (what: string, changes: Changes): string[] =>
  kinds.flatMap(kind =>
    changes[kind].map(change => `| ${kind} | ${what} | ${plain(change.id)} | ${verdictsOf(change)} |`),
  )

/** Renders the differences between two reports as Markdown, for a pull request. */
export const renderDiffMarkdown = (diff: Diff): string => {
  const rows = [...rowsOf('clause', diff.clauses), ...rowsOf('check', diff.checks)]
  const table = ['| | | | |', '| --- | --- | --- | --- |', ...rows.slice(0, mostListed)]
  return [
    `## ${headOf(diff)}`,
    '',
    ...diff.notes.map(note => `- ${plain(note)}`),
    '',
    ...(rows.length === 0 ? ['No verdict differs.'] : table),
    ...(rows.length > mostListed ? ['', `and ${rows.length - mostListed} more`] : []),
    '',
  ].join('\n')
}
