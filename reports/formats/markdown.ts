import type { Report } from '../../schemas/messages.ts'
import { knownEntry, knownText, staleEntries } from '../known-failures.ts'
import {
  byReason,
  clauseText,
  compactIds,
  count,
  type Finding,
  failures,
  findings,
  headline,
  levels,
  type Verdict,
  verdictShapes,
  verdicts,
  verdictTitle,
  verdictTone,
  verdictWords,
} from '../queries.ts'
import { visibleLine } from '../visible.ts'
import { sentenceOf, shown, targetText } from './finding.ts'

/** Findings that are listed individually; the report has the rest. */
const mostFindings = 30

/** Escapes text of a target for Markdown and the HTML within it: it cannot become a link, a tag or a mention. */
export const plain = (text: string): string =>
  visibleLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_{}[\]()#+\-.!|~@:]/g, character => `&#${character.charCodeAt(0)};`)

const code = (text: string): string => `<code>${plain(shown(text, 300))}</code>`

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `| ${head.map(() => '---').join(' | ')} |`,
  ...rows.map(row => `| ${row.join(' | ')} |`),
]

const countsTable = (report: Report): string[] => {
  const present = verdicts.filter(verdict => levels.some(level => count(report, level, verdict) > 0))
  const rows = present.map(verdict => [
    `${verdictShapes[verdict]} ${verdictWords[verdict]}`,
    ...levels.map(level => String(count(report, level, verdict))),
  ])
  return table(['', ...levels], rows)
}

const findingLines = (report: Report, { clause, checks }: Finding): string[] => [
  `- **${plain(clause.id)}** ${plain(clauseText(clause))}`,
  ...knownLines(knownEntry(report, clause, checks)),
  ...checks
    .slice(0, 3)
    .flatMap(check => [
      `  - ${code(check.id)}: ${plain(sentenceOf(check))}`,
      ...(check.expected === undefined ? [] : [`    - expected: ${code(check.expected)}`]),
      ...(check.actual === undefined ? [] : [`    - actual: ${code(check.actual)}`]),
      ...(check.reproduce === undefined ? [] : [`    - repeat: ${code(check.reproduce)}`]),
    ]),
  ...(checks.length > 3 ? [`  - and ${checks.length - 3} more checks`] : []),
]

const knownLines = (known: ReturnType<typeof knownEntry>): string[] =>
  known === undefined ? [] : [`  - known failure: ${plain(shown(knownText(known), 1_000))}`]

const staleSection = ({ run }: Report): string[] => {
  const stale = staleEntries(run.knownFailures)
  if (stale.length === 0) return []
  return ['', '### Known failures to remove', '', ...stale.slice(0, mostFindings).map(({ text }) => `- ${plain(text)}`)]
}

const section = (report: Report, title: string, found: readonly Finding[]): string[] =>
  found.length === 0
    ? []
    : [
        '',
        `### ${title}`,
        '',
        ...found.slice(0, mostFindings).flatMap(finding => findingLines(report, finding)),
        ...(found.length > mostFindings ? [`- and ${found.length - mostFindings} more`] : []),
      ]

const blockedSection = (report: Report, verdict: Verdict): string[] => {
  const groups = byReason(report, verdict)
  if (groups.length === 0) return []
  const lines = groups
    .slice(0, mostFindings)
    .map(({ reason, clauses }) => `- ${plain(compactIds(clauses.map(({ id }) => id)))}: ${plain(shown(reason, 1_000))}`)
  return ['', '### Blocked', '', ...lines]
}

/**
 * Renders a report as Markdown, for a pull request or the summary of a job: the verdict, the counts, the broken and the blocked clauses.
 */
export const renderMarkdown = (report: Report): string =>
  [
    `## ${verdictShapes[verdictTone(report)]} ${verdictTitle(report)}`,
    '',
    plain(headline(report)),
    '',
    `${plain(targetText(report))}; ${report.run.depth}, seed ${report.run.seed}, register ${plain(report.run.register)}`,
    '',
    ...countsTable(report),
    ...section(report, 'Failures', failures(report)),
    ...section(report, 'Warnings', findings(report, 'warn')),
    ...staleSection(report),
    ...blockedSection(report, 'blocked'),
    '',
  ].join('\n')
