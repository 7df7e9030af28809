import type { CTRFReport, Test, TestStatus } from 'ctrf'
import type { Report } from '../../schemas/messages.ts'
import type { CheckOutcome, Verdict } from '../queries.ts'
import { findingText, sentenceOf, shown, suiteOf } from './finding.ts'

const statuses: Readonly<Record<Verdict, TestStatus>> = {
  fail: 'failed',
  known: 'skipped',
  blocked: 'other',
  warn: 'passed',
  observed: 'passed',
  pass: 'passed',
  'not-applicable': 'skipped',
  'not-selected': 'skipped',
}

const isFinding = ({ verdict }: CheckOutcome): boolean => verdict !== 'pass' && verdict !== 'observed'

const testOf = (check: CheckOutcome): Test => ({
  testId: check.id,
  name: check.title,
  status: statuses[check.verdict],
  rawStatus: check.verdict,
  duration: Math.round((check.seconds ?? 0) * 1000),
  suite: [suiteOf(check)],
  tags: [...check.clauses],
  ...(isFinding(check) ? { message: sentenceOf(check), trace: findingText(check) } : {}),
})

const timeOf = (iso: string | undefined): number => {
  const time = Date.parse(iso ?? '')
  return Number.isNaN(time) ? 0 : time
}

/** Renders a report in the Common Test Report Format: a test for each check. */
export const renderCtrf = (report: Report): string => {
  const { run, target } = report
  const tests = report.checks.map(testOf)
  const count = (status: TestStatus) => tests.filter(test => test.status === status).length
  const start = timeOf(run.started)
  const document: CTRFReport = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    generatedBy: 'oc-conformance',
    results: {
      tool: { name: 'oc-conformance', version: run.harness },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        pending: 0,
        skipped: count('skipped'),
        other: count('other'),
        start,
        stop: Math.max(start, timeOf(run.finished)),
      },
      tests,
      environment: { appName: shown(target.name ?? target.role, 300), testEnvironment: target.environment ?? 'test' },
    },
    extra: { verdict: report.verdict, role: target.role, seed: run.seed, depth: run.depth },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
