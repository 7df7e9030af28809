import { describe, expect, test } from 'vitest'
import type { Report } from '../../schemas/messages.ts'
import { conformantReport } from '../fixtures/report.ts'
import type { Verdict } from '../queries.ts'
import { diffOf } from './index.ts'
import { renderDiff, renderDiffMarkdown } from './text.ts'

const withClauses = (verdicts: Readonly<Record<string, Verdict>>): Report => ({
  ...conformantReport,
  clauses: Object.entries(verdicts).map(([id, verdict]) => ({ id, level: 'must', verdict, checks: [] })),
  checks: [],
})

const compared = (before: Readonly<Record<string, Verdict>>, after: Readonly<Record<string, Verdict>>) =>
  diffOf(withClauses(before), withClauses(after))

describe('diffOf', () => {
  test.each<[Verdict, Verdict, string, boolean]>([
    ['pass', 'fail', 'broken', true],
    ['pass', 'blocked', 'broken', true],
    ['observed', 'warn', 'broken', true],
    ['blocked', 'fail', 'broken', true],
    ['fail', 'pass', 'fixed', false],
    ['blocked', 'pass', 'fixed', false],
    ['warn', 'observed', 'fixed', false],
    ['fail', 'not-selected', 'changed', false],
    ['fail', 'blocked', 'changed', false],
    ['fail', 'known', 'changed', false],
    ['pass', 'not-applicable', 'changed', false],
  ])('%s, then %s: %s', (before, after, kind, isWorse) => {
    const { clauses, isWorse: isWorseAtAll } = compared({ 'A-1': before }, { 'A-1': after })
    expect(Object.entries(clauses).filter(([, found]) => found.length > 0)).toEqual([
      [kind, [{ id: 'A-1', before, after, isWorse }]],
    ])
    expect(isWorseAtAll).toBe(isWorse)
  })

  test('a clause in only one of them is new or gone, and worse only if it is new and broken', () => {
    const diff = compared({ 'A-1': 'fail' }, { 'A-2': 'pass' })
    expect(diff.clauses.gone).toEqual([{ id: 'A-1', before: 'fail', isWorse: false }])
    expect(diff.clauses.new).toEqual([{ id: 'A-2', after: 'pass', isWorse: false }])
    expect(diff.isWorse).toBe(false)
    expect(compared({}, { 'A-2': 'fail' }).isWorse).toBe(true)
  })

  test('equal reports have no differences', () => {
    const diff = diffOf(conformantReport, conformantReport)
    expect(diff.isWorse).toBe(false)
    expect(renderDiff(diff)).toContain('No verdict differs.')
    expect(renderDiffMarkdown(diff)).toContain('No verdict differs.')
  })

  test('obstacles to the comparison are noted', () => {
    const other = { ...conformantReport, run: { ...conformantReport.run, depth: 'quick' as const } }
    expect(diffOf(conformantReport, other).notes).toEqual(['Depth: standard before, quick now.'])
  })
})

test('ids of a foreign report stay text', () => {
  const id = '<img src=x>\u001b[31m|'
  const diff = compared({ [id]: 'pass' }, { [id]: 'fail' })
  expect(renderDiff(diff)).not.toContain('\u001b')
  expect(renderDiffMarkdown(diff)).not.toMatch(/<img|\u001b/)
})
