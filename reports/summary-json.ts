import { join } from 'node:path'
import type { Report } from '../schemas/messages.ts'
import { byReason, byUntriedPart, clauseText, type Finding, failures, findings, type ReasonGroup } from './queries.ts'

/** Returns what `--json` prints: the verdict and exit code, the counts, failures, warnings, clauses that were not tried or only in part, and the paths of the report. */
export const renderJsonSummary = (report: Report, exitCode: number, reportDir?: string): object => ({
  version: 1,
  verdict: report.verdict,
  exitCode,
  target: report.target,
  ...(report.partner && { partner: report.partner }),
  counts: report.counts,
  broken: failures(report).map(findingJson),
  warnings: findings(report, 'warn').map(findingJson),
  ...(report.run.knownFailures && { knownFailures: report.run.knownFailures }),
  blocked: groupsJson(byReason(report, 'blocked')),
  notApplicable: groupsJson(byReason(report, 'not-applicable')),
  triedInPart: groupsJson(byUntriedPart(report)),
  ...(reportDir !== undefined && { report: reportPaths(report, reportDir) }),
})

const groupsJson = (groups: readonly ReasonGroup[]) =>
  groups.map(({ reason, clauses }) => ({ reason, clauses: clauses.map(({ id }) => id) }))

const findingJson = ({ clause, check, checks }: Finding) => ({
  clause: clause.id,
  level: clause.level,
  verdict: clause.verdict,
  text: clauseText(clause),
  ...(check && { check: check.id, operation: check.operation, message: check.message }),
  ...(check && { expected: check.expected, actual: check.actual, where: check.where, reproduce: check.reproduce }),
  checks: checks.map(({ id, operation, message, where, expected, actual, reproduce }) => ({
    id,
    operation,
    message,
    where,
    expected,
    actual,
    reproduce,
  })),
})

/** Returns the paths of the files of a report in a folder. */
export const reportPaths = ({ evidence }: Report, directory: string) => ({
  json: join(directory, 'report.json'),
  html: join(directory, 'report.html'),
  ...(evidence && { exchanges: join(directory, evidence.file) }),
})
