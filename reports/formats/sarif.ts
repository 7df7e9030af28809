import type { Log, ReportingDescriptor, Result } from 'sarif'
import { sha256Hex } from '../../protocol/signature/hash.ts'
import type { Report } from '../../schemas/messages.ts'
import { type CheckOutcome, type ClauseOutcome, clauseText } from '../queries.ts'
import { findingText, shown } from './finding.ts'

/** The file that a result points to: the fault is in the implementation, whose sources are not available. */
const reportFile = 'report.json'

const levels = { must: 'error', should: 'warning', open: 'note' } as const

const ruleOf = (clause: ClauseOutcome): ReportingDescriptor => ({
  id: clause.id,
  shortDescription: { text: shown(clauseText(clause), 1_000) },
  defaultConfiguration: { level: levels[clause.level] },
  properties: { tags: ['protocol', clause.level] },
})

/** The verdicts that SARIF shows: broken and blocked. */
const isResult = ({ verdict }: CheckOutcome): boolean =>
  verdict === 'fail' || verdict === 'known' || verdict === 'warn' || verdict === 'blocked'

const resultOf = (check: CheckOutcome, clause: ClauseOutcome, ruleIndex: number): Result => ({
  ruleId: clause.id,
  ruleIndex,
  ...(check.verdict === 'blocked'
    ? { kind: 'open', level: 'none' }
    : { kind: 'fail', level: check.verdict === 'warn' ? 'warning' : levels[clause.level] }),
  message: { text: findingText(check) },
  locations: [
    {
      physicalLocation: { artifactLocation: { uri: reportFile }, region: { startLine: 1 } },
      logicalLocations: [{ fullyQualifiedName: check.id, kind: 'function' }],
    },
  ],
  partialFingerprints: { 'clauseAndCheck/v1': sha256Hex(`${clause.id} ${check.id}`) },
  ...(check.verdict === 'known' ? { suppressions: [{ kind: 'external', justification: 'a known failure' }] } : {}),
})

/** A result for each clause that a check decides: it breaks all of them. */
const resultsOf = (report: Report): Result[] => {
  const places = new Map(report.clauses.map((clause, index) => [clause.id, { clause, index }]))
  return report.checks.filter(isResult).flatMap(check =>
    check.clauses.flatMap(id => {
      const place = places.get(id)
      return place ? [resultOf(check, place.clause, place.index)] : []
    }),
  )
}

/** Renders a report as SARIF 2.1.0: a rule for each clause, a result for each check that is broken or blocked. */
export const renderSarif = (report: Report): string => {
  const { run, target } = report
  const log: Log = {
    version: '2.1.0',
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    runs: [
      {
        tool: { driver: { name: 'oc-conformance', version: run.harness, rules: report.clauses.map(ruleOf) } },
        automationDetails: { id: `oc-conformance/${target.role}/` },
        invocations: [
          {
            executionSuccessful: run.interrupted !== true,
            startTimeUtc: run.started,
            ...(run.finished === undefined ? {} : { endTimeUtc: run.finished }),
          },
        ],
        results: resultsOf(report),
        columnKind: 'utf16CodeUnits',
        properties: { verdict: report.verdict, seed: run.seed, depth: run.depth },
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}
