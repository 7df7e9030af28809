import { describe, expect, test } from 'vitest'
import { failingReport } from './fixtures/report.ts'
import { renderJsonSummary } from './summary-json.ts'

describe('renderJsonSummary', () => {
  const summary = JSON.parse(JSON.stringify(renderJsonSummary(failingReport, 1, 'out')))

  test('has the verdict, the exit code, the counts and the files', () => {
    expect(summary).toMatchObject({ version: 1, verdict: 'non-conformant', exitCode: 1, counts: failingReport.counts })
    expect(summary.report).toEqual({
      json: 'out/report.json',
      html: 'out/report.html',
      exchanges: 'out/exchanges.ndjson',
    })
  })

  test('lists failures and blocked clauses', () => {
    expect(summary.broken.map(({ clause }: { clause: string }) => clause)).toEqual([
      'META-08',
      'AUTH-06',
      'SIG-04',
      'ERR-02',
      'CHECKOUT-04',
      'TRANSFER-10',
    ])
    expect(summary.broken[4]).toMatchObject({
      check: 'checkout/expired-a-day-ago',
      operation: 'orders.checkout',
      expected: '400 ORDER_EXPIRED',
      actual: '200',
      reproduce: 'oc-conformance replay conformance-report/report.json checkout/expired-a-day-ago',
    })
    expect(summary.blocked[0].clauses).toContain('NOTIFY-01')
    expect(summary.blocked[0].reason).toContain('did not fetch anything')
    expect(summary.notApplicable[0]).toMatchObject({ reason: 'The capability payment.create is not declared.' })
  })

  test('lists the clauses that were tried only in part', () => {
    const clauses = failingReport.clauses.map(clause =>
      clause.id === 'META-01' ? { ...clause, untried: ['A second read.'] } : clause,
    )
    expect(renderJsonSummary({ ...failingReport, clauses }, 1)).toMatchObject({
      triedInPart: [{ reason: 'A second read.', clauses: ['META-01'] }],
    })
  })
})
