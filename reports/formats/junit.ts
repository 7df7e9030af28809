import { entryOf } from '../../protocol/json/any-json.ts'
import type { Report } from '../../schemas/messages.ts'
import { knownText } from '../known-failures.ts'
import type { CheckOutcome } from '../queries.ts'
import { findingText, sentenceOf, shown, suiteOf, targetText } from './finding.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** `visible` has already spelled out characters that XML 1.0 does not allow. */
const escaped = (text: string): string => text.replace(/[&<>"\t\n\r]/g, character => entryOf(escapes, character) ?? '')

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('')

/** How JUnit counts a check: a blocked check is an error, so that it is not mistaken for a pass. */
const resultOf = ({ verdict }: CheckOutcome): 'failure' | 'error' | 'skipped' | undefined => {
  if (verdict === 'fail') return 'failure'
  if (verdict === 'blocked') return 'error'
  return verdict === 'known' || verdict === 'not-applicable' || verdict === 'not-selected' ? 'skipped' : undefined
}

const reasonFor = (report: Report, check: CheckOutcome): string => {
  if (check.verdict !== 'known') return sentenceOf(check)
  const ids = [check.id, ...check.clauses]
  const entry = report.run.knownFailures?.find(({ id, status }) => status === 'fails' && ids.includes(id))
  return `known failure: ${sentenceOf(check)}${entry ? ` ${shown(knownText(entry), 1_000)}` : ''}`
}

const resultElement = (report: Report, check: CheckOutcome): string => {
  const result = resultOf(check)
  if (result === 'skipped') return `<skipped${attributes({ message: reasonFor(report, check) })}/>`
  const head = attributes({ message: sentenceOf(check), type: check.clauses.join(' ') })
  if (result !== undefined) return `<${result}${head}>${escaped(findingText(check))}</${result}>`
  return check.verdict === 'warn' ? `<system-out>${escaped(`warning: ${findingText(check)}`)}</system-out>` : ''
}

const testcase = (report: Report, check: CheckOutcome): string => {
  const head = attributes({
    classname: `oc-conformance.${report.target.role}.${suiteOf(check)}`,
    name: `${check.title} (${check.clauses.join(', ')})`,
    time: check.seconds ?? 0,
  })
  return `    <testcase${head}>${resultElement(report, check)}</testcase>`
}

const countsOf = (checks: readonly CheckOutcome[]) => {
  const count = (wanted: string) => checks.filter(check => resultOf(check) === wanted).length
  const time = checks.reduce((sum, { seconds = 0 }) => sum + seconds, 0)
  return {
    tests: checks.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: time.toFixed(3),
  }
}

const suiteElement = (report: Report, name: string, checks: readonly CheckOutcome[]): string =>
  [
    `  <testsuite${attributes({ name, ...countsOf(checks), timestamp: report.run.started, hostname: targetText(report) })}>`,
    ...checks.map(check => testcase(report, check)),
    '  </testsuite>',
  ].join('\n')

/** Renders a report as JUnit XML: a suite for each suite, a case for each check. */
export const renderJunit = (report: Report): string => {
  const suites = [...Map.groupBy(report.checks, suiteOf)]
  const name = `oc-conformance ${report.target.role}`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name, ...countsOf(report.checks) })}>`,
    ...suites.map(([suite, checks]) => suiteElement(report, suite, checks)),
    '</testsuites>',
    '',
  ].join('\n')
}
