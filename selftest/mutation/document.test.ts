import { describe, expect, test } from 'vitest'
import { documentOf } from './document.ts'
import {
  type ClausesOf,
  type MutationReport,
  observedOnly,
  scoreByVerdicts,
  scoreOf,
  scoreWhereDecided,
  survivorsOf,
} from './report.ts'
import type { Reason } from './survivors/reason.ts'
import { certifications, testId, trialsOf } from './tests.ts'

const at = (line: number, from: number, to: number) => ({ start: { line, column: from }, end: { line, column: to } })

const report: MutationReport = {
  files: {
    'reference/a.ts': {
      source: 'const isOver = now >= end\nconst limit = 5 | 1\n',
      mutants: [
        { mutatorName: 'EqualityOperator', replacement: 'now > end', status: 'Survived', location: at(1, 16, 26) },
        { mutatorName: 'EqualityOperator', replacement: 'now < end', status: 'Killed', location: at(1, 16, 26) },
        { mutatorName: 'ConditionalExpression', replacement: 'true', status: 'Timeout', location: at(1, 16, 26) },
        { mutatorName: 'ArithmeticOperator', replacement: '5 & 1', status: 'NoCoverage', location: at(2, 15, 20) },
        { mutatorName: 'StringLiteral', replacement: '""', status: 'Ignored', location: at(2, 1, 2) },
      ],
    },
  },
}

const reasons: Reason[] = [
  { file: 'reference/a.ts', at: ['isOver'], only: ['now > end'], kind: 'time', reason: 'No request hits that second.' },
]

describe('the document of a mutation run', () => {
  test('the score is the share of tried mutants that were noticed, timeouts included; 100 if none was tried', () => {
    expect(scoreOf(report.files['reference/a.ts']?.mutants ?? [])).toBe(50)
    expect(scoreOf([])).toBe(100)
  })

  test('choices at open clauses are not counted; those at other clauses are not decided', () => {
    const observing = (check: string) => ({
      mutatorName: 'StringLiteral',
      status: 'Killed',
      statusReason: `${check} observes ["a"], not ["b"]`,
      location: at(1, 1, 2),
    })
    const failing = { ...observing(''), statusReason: 'order/a (ORDER-01) fail: wrong' }
    const mutants = [failing, observing('open'), observing('must'), observing('must')]
    const clausesOf: ClausesOf = new Map([
      ['open', ['ORDER-10']],
      ['must', ['ORDER-01']],
    ])
    expect(scoreByVerdicts(mutants)).toBe(25)
    expect(scoreWhereDecided(mutants, clausesOf)).toBeCloseTo(100 / 3)
    expect(observedOnly(mutants, clausesOf)).toEqual(
      new Map([
        ['ORDER-10', 1],
        ['ORDER-01', 2],
      ]),
    )
  })

  test('survivors have their original code and their reason', () => {
    expect(survivorsOf(report, reasons)).toMatchObject([
      { at: 1, original: 'now >= end', replacement: 'now > end', reason: { kind: 'time' } },
      { at: 2, original: '5 | 1', replacement: '5 & 1' },
    ])
    expect(survivorsOf(report, reasons)[1]).not.toHaveProperty('reason')
  })

  test('a reason applies to its own file, line and replacement only', () => {
    const [reason] = reasons
    for (const other of [{ file: 'reference/b.ts' }, { at: ['limit ='] }, { only: ['now <= end'] }])
      expect(survivorsOf(report, reason ? [{ ...reason, ...other }] : [])[0]).not.toHaveProperty('reason')
  })

  test('the text has the score, each reason, and a heading for survivors without one', () => {
    const text = documentOf(report, reasons)
    expect(text).toContain('Score: 50.0 % of 4 mutants')
    expect(text).toContain('| 1: `now >= end` → `now > end` | No request hits that second. |')
    expect(text).toContain('### Without a reason (1)')
    expect(text).toContain('2: `5 \\| 1` → `5 & 1`')
  })
})

describe('the trials of a mutant', () => {
  const [first] = certifications
  const start = certifications.map(certification => testId(certification))

  test('a mutant that runs before the checks is tried by all, others by the checks in which they run', () => {
    expect(trialsOf('reference/service/server.ts', start).every(({ among }) => among === undefined)).toBe(true)
    expect(trialsOf('reference/service/server.ts', start)).toHaveLength(certifications.length)
    const covering = first ? [testId(first, 'grant/a'), testId(first, 'grant/b')] : []
    expect(trialsOf('reference/service/server.ts', covering)).toEqual([
      { certification: first, among: new Set(['grant/a', 'grant/b']) },
    ])
  })

  test("a role's files are tried by that role only", () => {
    const roles = trialsOf('/a/reference/kyc/grant.ts', start).map(({ certification }) => certification.role)
    expect(new Set(roles)).toEqual(new Set(['kyc']))
  })
})
