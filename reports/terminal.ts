import type { Report } from '../schemas/messages.ts'
import { sanitize, type TextFormat, textFormat, wrap, wrapItem } from './ansi.ts'
import { quoted } from './curl.ts'
import { knownEntry, knownText, staleEntries } from './known-failures.ts'
import { omittedText } from './omitted.ts'
import { paceText } from './pace.ts'
import {
  byReason,
  byUntriedPart,
  type CheckOutcome,
  clauses,
  clauseText,
  clockText,
  compactIds,
  type Finding,
  factsOf,
  failures,
  findings,
  headline,
  levels,
  obstaclesOf,
  type ReasonGroup,
  type Verdict,
  verdictShapes,
  verdicts,
  verdictTitle,
  verdictTone,
  verdictWords,
  whereOf,
} from './queries.ts'
import { reportPaths } from './summary-json.ts'
import { truncate, visible } from './visible.ts'

/** `width` in columns; `reportDir` relative to the reader's folder; `command` starts this program there. */
export type SummaryOptions = { color: boolean; width: number; reportDir: string; command?: string | undefined }

/** Returns the closing summary of a run: verdict, failures with how to repeat them, warnings, blocked clauses, counts, and the report's path. */
export const renderSummary = (report: Report, options: SummaryOptions): string => {
  const format = textFormat(options)
  const place: Place = { report, homes: new Map() }
  const sections = [
    verdictLines(report, format),
    section('Failures', findingLines(failures(report), place, format), format),
    section('Warnings', findingLines(findings(report, 'warn'), place, format), format),
    section('Known failures to remove', staleLines(report.run.knownFailures, format), format),
    section('Blocked', blockedLines(report, format), format),
    section('Not tried', notTriedLines(report, format), format),
    countLines(report, format),
    [`  Report: ${reportPaths(report, options.reportDir).html}`, ...signatureLine(report, options)],
  ]
  return `\n${sections
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`
}

/** A command to copy is never wrapped. */
const signatureLine = ({ signature }: Report, { reportDir, command = 'oc-conformance' }: SummaryOptions): string[] =>
  signature
    ? [
        `  Signed: ${command} report verify ${/^[\w@%+=:,./-]+$/.test(reportDir) ? reportDir : quoted(reportDir)} --key ${signature.publicKey}`,
      ]
    : []

const section = (title: string, lines: string[], { styles }: TextFormat): string[] =>
  lines.length === 0 ? [] : [`  ${styles.strong(title)}`, ...lines]

const verdictLines = (report: Report, { styles, width }: TextFormat): string[] => {
  const { target, partner, run } = report
  const tone = verdictTone(report)
  const title = `${verdictShapes[tone]} ${verdictTitle(report).toUpperCase()}`
  const runLine = `${run.depth}, seed ${run.seed}, ${run.requests} requests in ${run.seconds} s`
  return [
    `  ${styles.strong(styles.verdict(tone, title))}`,
    ...wrap(headline(report), width, '  '),
    ...wrap(sanitize(factsOf(target)), width, '  ').map(styles.quiet),
    ...(partner ? wrap(sanitize(`together with ${factsOf(partner)}`), width, '  ').map(styles.quiet) : []),
    ...wrap(runLine, width, '  ').map(styles.quiet),
    ...(omittedText(report) ? wrap(omittedText(report), width, '  ').map(styles.quiet) : []),
    ...(clockText(report) ? wrap(sanitize(clockText(report)), width, '  ').map(styles.quiet) : []),
    ...(run.pace ? wrap(paceText(run.pace), width, '  ').map(styles.quiet) : []),
  ]
}

/** By the id of a check, the clause that shows it in full. */
type Homes = Map<string, string>
type Place = { report: Report; homes: Homes }

const findingLines = (found: readonly Finding[], place: Place, format: TextFormat): string[] =>
  found.flatMap(finding => {
    const lines = clauseLines(finding, place, format)
    for (const { id } of finding.checks) if (!place.homes.has(id)) place.homes.set(id, finding.clause.id)
    return lines
  })

/** Entries that are listed individually; the report has the rest. */
const mostStale = 100

const staleLines = (known: Report['run']['knownFailures'], format: TextFormat): string[] =>
  staleEntries(known)
    .slice(0, mostStale)
    .flatMap(({ text }) => item(text, { verdict: 'fail', shape: verdictShapes.fail }, format))

const clauseLines = ({ clause, checks }: Finding, { report, homes }: Place, format: TextFormat): string[] => {
  const { styles, width } = format
  const head = styles.verdict(clause.verdict, `${verdictShapes[clause.verdict]} ${sanitize(clause.id)}`)
  const known = knownEntry(report, clause, checks)
  const details = checks.map(check => {
    const home = homes.get(check.id)
    return home === undefined ? detailLines(check, format) : detail('see', `${home} above: ${check.id}`, format)
  })
  return [
    '',
    `  ${head}${clause.verdict === 'known' ? ' (known failure)' : ''}`,
    ...wrap(sanitize(clauseText(clause)), width, '    '),
    ...detail('known', known && knownText(known), format),
    ...details.flatMap((lines, index) => (index > 0 && lines.length > 1 ? ['', ...lines] : lines)),
  ]
}

const detailLines = (check: CheckOutcome, format: TextFormat): string[] => {
  const details = [
    ['tried', check.title],
    ['what', check.message],
    ['where', whereOf(check)],
    ['expected', check.expected],
    ['actual', check.actual],
  ] as const
  const lines = details.flatMap(([label, value]) => detail(label, value, format))
  if (check.reproduce === undefined) return lines
  // A command to copy is never wrapped.
  return [...lines, `    ${format.styles.quiet('repeat'.padEnd(9))} ${truncate(visible(check.reproduce), 2_000)}`]
}

/** Returns `label    value`, with further lines below the value. */
const detail = (label: string, value: string | undefined, { styles, width }: TextFormat): string[] => {
  if (value === undefined) return []
  const indent = ' '.repeat(14)
  const [first = '', ...rest] = wrap(sanitize(value), width, indent)
  return [`    ${styles.quiet(label.padEnd(9))} ${first.slice(indent.length)}`, ...rest]
}

const blockedLines = (report: Report, format: TextFormat): string[] => {
  const obstacles = obstaclesOf(report)
  return [
    ...obstacles.flatMap(({ message, remedy }) =>
      blockedItem(`${message}${remedy === undefined ? '' : ` ${remedy}`}`, '!', format),
    ),
    ...byReason(report, 'blocked').flatMap(({ reason, clauses: blocked }) =>
      blockedItem(`${clauses(blocked.length)}: ${reason}`, verdictShapes.blocked, format),
    ),
  ]
}

const blockedItem = (text: string, shape: string, format: TextFormat): string[] =>
  item(text, { verdict: 'blocked', shape }, format)

/** Names the must clauses that do not apply or were tried only in part, with the reason. */
const notTriedLines = (report: Report, format: TextFormat): string[] => {
  const other = byReason(report, 'not-applicable').flatMap(group => mustItem(group, 'not-applicable', format))
  return [...other, ...byUntriedPart(report).flatMap(group => mustItem(group, 'in part', format))]
}

const mustItem = (group: ReasonGroup, how: 'not-applicable' | 'in part', format: TextFormat): string[] => {
  const ids = group.clauses.filter(({ level }) => level === 'must').map(({ id }) => id)
  if (ids.length === 0) return []
  const verb = ids.length === 1 ? 'does' : 'do'
  return how === 'in part'
    ? item(`${compactIds(ids)}, in part: ${group.reason}`, { verdict: 'blocked', shape: '◐' }, format)
    : item(`${compactIds(ids)} ${verb} not apply: ${group.reason}`, { verdict: how, shape: verdictShapes[how] }, format)
}

type Mark = { verdict: Verdict; shape: string }

const item = (text: string, { verdict, shape }: Mark, { styles, width }: TextFormat): string[] => {
  const [first = '', ...rest] = wrapItem('    ', sanitize(text, 600), width)
  return [`  ${styles.verdict(verdict, shape)} ${first.slice(4)}`, ...rest]
}

const column = 7

const countLines = (report: Report, format: TextFormat): string[] => {
  const present = verdicts.filter(verdict => levels.some(level => (report.counts[level][verdict] ?? 0) > 0))
  const head = `  ${''.padEnd(16)}${levels.map(level => level.padStart(column)).join('')}`
  return [format.styles.quiet(head), ...present.map(verdict => countLine(report, verdict, format))]
}

const countLine = (report: Report, verdict: Verdict, { styles }: TextFormat): string => {
  const numbers = levels.map(level => String(report.counts[level][verdict] ?? 0).padStart(column)).join('')
  return `  ${styles.verdict(verdict, `${verdictShapes[verdict]} ${verdictWords[verdict]}`.padEnd(16))}${numbers}`
}
