import type { Report } from '../schemas/messages.ts'
import { findingText, shown } from './formats/finding.ts'
import { type StaleEntry, staleEntries } from './known-failures.ts'
import { byReason, compactIds, type Finding, failures, findings, headline, verdictTitle } from './queries.ts'
import { visible } from './visible.ts'

type Kind = 'error' | 'warning' | 'notice'
type Annotation = { kind: Kind; title: string; text: string }

/** Annotations of each kind that GitHub shows for a step; it drops the rest. */
const mostOfAKind = 10

/** Characters of the text of one annotation. */
const textLimit = 2_000

/**
 * Renders the findings of reports as workflow commands, one a line: errors for must clauses that fail and for the reasons why a
 * run is incomplete, warnings for warnings, notices for known failures. The last of each kind counts the rest.
 */
export const renderAnnotations = (reports: readonly Report[]): string => {
  const kinds = [...Map.groupBy(reports.flatMap(annotationsOf), ({ kind }) => kind).values()]
  return kinds
    .flatMap(atMost)
    .map(each => `${command(each)}\n`)
    .join('')
}

const annotationsOf = (report: Report): Annotation[] => {
  const titleOf = (id: string) => `${id} (${report.target.role})`
  const ofFinding =
    (kind: Kind) =>
    ({ clause, check }: Finding): Annotation => ({
      kind,
      title: titleOf(clause.id),
      text: check === undefined ? (clause.text ?? clause.id) : findingText(check),
    })
  const found = failures(report)
  return [
    ...found.filter(({ clause }) => clause.verdict === 'fail').map(ofFinding('error')),
    ...(report.verdict === 'incomplete' ? incompleteIn(report) : []),
    ...findings(report, 'warn').map(ofFinding('warning')),
    ...findings(report, 'known').map(ofFinding('notice')),
    ...staleEntries(report.run.knownFailures).map(staleAnnotation),
  ]
}

/** The title, and so the file and the line, are those of the operator. */
const staleAnnotation = ({ entry, text }: StaleEntry): Annotation => ({ kind: 'error', title: entry.at, text })

const incompleteIn = (report: Report): Annotation[] => [
  { kind: 'error', title: `${verdictTitle(report)} (${report.target.role})`, text: headline(report) },
  ...byReason(report, 'blocked').map(({ reason, clauses }): Annotation => {
    const ids = shown(compactIds(clauses.map(({ id }) => id)), 200)
    return { kind: 'warning', title: `blocked: ${ids}`, text: reason }
  }),
]

const atMost = (found: readonly Annotation[]): Annotation[] => {
  const [first] = found
  if (first === undefined || found.length <= mostOfAKind) return [...found]
  const more = `${found.length - mostOfAKind + 1} more: the report has them all.`
  return [...found.slice(0, mostOfAKind - 1), { kind: first.kind, title: 'and more', text: more }]
}

const command = ({ kind, title, text }: Annotation): string =>
  `::${kind} title=${property(shown(title, 300))}::${data(shown(text, textLimit))}`

/** Escapes text for workflow commands. */
const data = (text: string): string =>
  visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
