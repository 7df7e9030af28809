import { expect, test } from 'vitest'
import { roles } from '../../../protocol/operations.ts'
import { byJob as byName } from '../results.ts'
import { bundlesOf, fieldBatch, type Result } from './batch.ts'
import { documentOf, figureOf, figureOfStarved } from './document.ts'
import { type Job, jobsOf, nameOf } from './jobs.ts'

const byJob = (results: readonly Result[]) => byName(nameOf, results)

const job: Job = { condition: 'far', role: 'kyc', seed: 1, depth: 'standard' }
const resultOf = (changes: Partial<Result> = {}): Result => ({
  ...job,
  isAsExpected: true,
  verdict: 'conformant',
  seconds: 10,
  requests: 1200,
  problems: [],
  digest: 'a',
  commit: 'c0ffee',
  at: '2026-11-22T06:00:00.000Z',
  ...changes,
})

test('a job is expected to take as long as those of its kind took', () => {
  const results = [
    resultOf({ seconds: 10 }),
    resultOf({ seconds: 20, seed: 2 }),
    resultOf({ seconds: 99, role: 'gateway' }),
  ]
  expect(fieldBatch.estimateOf(job, results)).toBe(15)
})

test('the document has a row for each condition and role, and names unexpected results', () => {
  const [mutant = job] = jobsOf({ conditions: ['far'], roles: ['kyc'], kind: 'mutants' })
  const wrong = resultOf({
    ...mutant,
    isAsExpected: false,
    verdict: 'partial',
    problems: ['blocked verify/a: no answer'],
  })
  const text = documentOf(byJob([resultOf(), resultOf({ seed: 2, seconds: 14 }), wrong]))
  expect(text).toContain('| far | kyc | 2 conformant | 10–14 | 1,200 | 0/1, 19 not run |')
  expect(text).toContain('| far | gateway | not run |  |  | not run |')
  expect(text).toContain('1,200 | 0/1, 19 not run | 2026-11-22 |')
  expect(text).toContain(`- ${nameOf(mutant)}: not found (partial)\n  - blocked verify/a: no answer`)
  expect(text).not.toContain('| queue | kyc |')
})

test('a row without new runs is kept', () => {
  const present = documentOf(byJob([resultOf({ at: '2026-10-01T06:00:00.000Z' })]))
  const later = resultOf({ condition: 'no CPU', depth: 'quick', at: '2026-11-22T06:00:00.000Z' })
  const text = documentOf(byJob([later]), present)
  expect(text).toContain('| far | kyc | 1 conformant | 10 | 1,200 | not run | 2026-10-01 |')
  expect(text).toContain('| no CPU | kyc | 1 conformant | 10 | 1,200 | not tried | 2026-11-22 |')
})

test('a selection has the references and the mutants of its roles and conditions', () => {
  expect(jobsOf({ conditions: ['clock'], roles: ['merchant'] })).toHaveLength(25)
  expect(jobsOf({ conditions: ['clock'], roles: ['merchant'], kind: 'references', seeds: 2 }).map(nameOf)).toEqual([
    'clock, merchant, the reference, seed 1, standard',
    'clock, merchant, the reference, seed 2, standard',
  ])
})

test('the figure counts the runs that were as expected, and their conditions', () => {
  const done = [resultOf(), resultOf({ condition: 'clock' }), resultOf({ seed: 2, isAsExpected: false })]
  expect(figureOf(done)).toBe('2 of 3 runs as expected, under 2 conditions')
})

test('the figure of the runs without CPU counts their verdicts', () => {
  const starved = { condition: 'no CPU', depth: 'quick' as const }
  const results = [resultOf(starved), resultOf({ ...starved, seed: 2, verdict: 'incomplete' })]
  expect(jobsOf({ conditions: ['no CPU'] }).every(({ depth, seed }) => depth === 'quick' && seed <= 3)).toBe(true)
  expect(figureOfStarved(results)).toBe('2 of 2 runs as expected: 1 conformant, 1 incomplete')
})

test('runs without CPU share their busy processes, those of each role', () => {
  const bundles = bundlesOf(jobsOf({ kind: 'references' }))
  expect(bundles.filter(bundle => bundle.length > 1).map(bundle => bundle.map(({ condition }) => condition))).toEqual(
    roles.map(() => Array(3).fill('no CPU')),
  )
})
