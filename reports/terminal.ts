import { join } from 'node:path'
import type { Report } from '../schemas/messages.ts'
import { type Paint, paint, told, wrapped } from './ansi.ts'
import {
  broken,
  byReason,
  clauses,
  clauseText,
  type Finding,
  findings,
  headline,
  levels,
  type Untried,
  type Verdict,
  verdictShapes,
  verdicts,
  verdictTitle,
  verdictTone,
  verdictWords,
  whereOf,
} from './queries.ts'
import { cut, visible } from './visible.ts'

export { createProgress, type Progress, type ProgressOptions, type ProgressStream } from './progress.ts'

/** `width` in columns; `reportDir` as the reader would name it. */
export type SummaryOptions = { color: boolean; width: number; reportDir: string }

type Setting = { paints: Paint; width: number }

/** The closing summary of a run: verdict, what is broken and how to repeat it, warnings, what could not be tried, counts, and where the report is. */
export const renderSummary = (report: Report, { color, width, reportDir }: SummaryOptions): string => {
  const setting = { paints: paint(color), width: Math.min(Math.max(width, 40), 120) }
  const sections = [
    verdictLines(report, setting),
    section(
      'Broken',
      broken(report).flatMap(finding => findingLines(finding, setting)),
      setting,
    ),
    section(
      'Warnings',
      findings(report, 'warn').flatMap(finding => findingLines(finding, setting)),
      setting,
    ),
    section('Could not be tried', untriedLines(report, setting), setting),
    countLines(report, setting),
    [`  Report: ${join(reportDir, 'report.html')}`],
  ]
  return `\n${sections
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`
}

const section = (title: string, lines: string[], { paints }: Setting): string[] =>
  lines.length === 0 ? [] : [`  ${paints.strong(title)}`, ...lines]

const verdictLines = (report: Report, { paints, width }: Setting): string[] => {
  const { target, run } = report
  const tone = verdictTone(report)
  const title = `${verdictShapes[tone]} ${verdictTitle(report).toUpperCase()}`
  const who = [target.name, target.role, target.ocid !== undefined && `OCID ${target.ocid}`, target.baseUrl]
  const words = who.filter(word => word !== undefined && word !== false).join(', ')
  return [
    `  ${paints.strong(paints.verdict(tone, title))}`,
    ...wrapped(headline(report), width, '  '),
    ...wrapped(told(words), width, '  ').map(paints.quiet),
    ...wrapped(`${run.depth}, seed ${run.seed}, ${run.requests} requests in ${run.seconds} s`, width, '  ').map(
      paints.quiet,
    ),
  ]
}

const findingLines = ({ clause, check }: Finding, setting: Setting): string[] => {
  const { paints, width } = setting
  const head = `${verdictShapes[clause.verdict]} ${told(clause.id)}`
  const [first = '', ...rest] = wrapped(told(clauseText(clause)), width, '    ')
  const text = [
    `  ${paints.verdict(clause.verdict, head)}${clause.verdict === 'known' ? ' (known failure)' : ''}`,
    first,
    ...rest,
  ]
  return ['', ...text, ...detailLines(check, setting)]
}

const detailLines = (check: Finding['check'], setting: Setting): string[] => {
  const details = [
    ['what', check?.message],
    ['where', whereOf(check)],
    ['expected', check?.expected],
    ['actual', check?.actual],
  ] as const
  const repeat =
    check?.reproduce === undefined
      ? []
      : [`    ${setting.paints.quiet('repeat'.padEnd(9))} ${cut(visible(check.reproduce), 2_000)}`]
  return [...details.flatMap(([label, value]) => detail(label, value, setting)), ...repeat]
}

/** `label    value`, the value's further lines below its first. */
const detail = (label: string, value: string | undefined, { paints, width }: Setting): string[] => {
  if (value === undefined) return []
  const indent = ' '.repeat(14)
  const [first = '', ...rest] = wrapped(told(value), width, indent)
  return [`    ${paints.quiet(label.padEnd(9))} ${first.slice(indent.length)}`, ...rest]
}

const untriedLines = (report: Report, setting: Setting): string[] => {
  const obstacles = (report.preflight ?? []).filter(({ ok }) => !ok)
  return [
    ...obstacles.flatMap(({ message, remedy }) =>
      item(`${message}${remedy === undefined ? '' : ` ${remedy}`}`, '!', setting),
    ),
    ...byReason(report, 'blocked').flatMap(untried => untriedItem(untried, setting)),
  ]
}

const untriedItem = ({ reason, clauses: stopped }: Untried, setting: Setting): string[] =>
  item(`${clauses(stopped.length)}: ${reason}`, verdictShapes.blocked, setting)

const item = (text: string, shape: string, { paints, width }: Setting): string[] => {
  const [first = '', ...rest] = wrapped(told(text, 600), width, '    ')
  return [`  ${paints.verdict('blocked', shape)} ${first.slice(4)}`, ...rest]
}

const column = 7

const countLines = (report: Report, { paints }: Setting): string[] => {
  const present = verdicts.filter(verdict => levels.some(level => (report.counts[level][verdict] ?? 0) > 0))
  const head = `  ${''.padEnd(16)}${levels.map(level => level.padStart(column)).join('')}`
  return [paints.quiet(head), ...present.map(verdict => countLine(report, verdict, paints))]
}

const countLine = (report: Report, verdict: Verdict, paints: Paint): string => {
  const numbers = levels.map(level => String(report.counts[level][verdict] ?? 0).padStart(column)).join('')
  return `  ${paints.verdict(verdict, `${verdictShapes[verdict]} ${verdictWords[verdict]}`.padEnd(16))}${numbers}`
}

/** What `--json` prints: the verdict and exit code, the counts, and what is broken or could not be tried, with the report's files. */
export const renderJsonSummary = (report: Report, exitCode: number, reportDir?: string): object => ({
  version: 1,
  verdict: report.verdict,
  exitCode,
  target: report.target,
  counts: report.counts,
  broken: broken(report).map(brokenJson),
  warnings: findings(report, 'warn').map(brokenJson),
  blocked: byReason(report, 'blocked').map(({ reason, clauses }) => ({ reason, clauses: clauses.map(({ id }) => id) })),
  ...(reportDir !== undefined && { report: paths(report, reportDir) }),
})

const brokenJson = ({ clause, check }: Finding) => ({
  clause: clause.id,
  level: clause.level,
  verdict: clause.verdict,
  text: clauseText(clause),
  ...(check && { check: check.id, operation: check.operation, message: check.message }),
  ...(check && { expected: check.expected, actual: check.actual, reproduce: check.reproduce }),
})

const paths = ({ evidence }: Report, directory: string) => ({
  json: join(directory, 'report.json'),
  html: join(directory, 'report.html'),
  ...(evidence && { exchanges: join(directory, evidence.file) }),
})
