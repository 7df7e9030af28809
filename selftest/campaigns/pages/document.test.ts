import { expect, test } from 'vitest'
import { type Job, jobsOf, nameOf } from '../../pages/jobs.ts'
import { pageMutantsOf } from '../../pages/page-checks.ts'
import type { Outcome } from '../../pages/run-job.ts'
import { unseen } from '../../pages/unseen.ts'
import { byJob } from '../results.ts'
import { pagesBatch, type Result } from './batch.ts'
import { documentOf, figureOf } from './document.ts'

const name = 'state is trimmed'
const mutant: Job = { task: 'mutant', role: 'kyc', name }
const variant = (driver: 'browser' | 'forms'): Job => ({
  task: 'variant',
  role: 'kyc',
  name: 'an application in script',
  driver,
})

const resultOf = (job: Job, outcome: Partial<Outcome> = {}): Result => ({
  ...job,
  isAsExpected: true,
  verdict: 'partial',
  seconds: 12.4,
  found: [],
  silent: [],
  problems: [],
  ...outcome,
  digest: 'a',
  commit: 'c0ffee',
  at: '2026-11-22T06:00:00.000Z',
})

const textOf = (results: readonly Result[]) => documentOf(byJob(nameOf, results))

test('a mutant counts for its role and its clause, with the checks that find it and those that do not', () => {
  const text = textOf([resultOf(mutant, { found: ['callback-query/any'], silent: ['callback-query/some'] })])
  const mutants = jobsOf({ task: 'mutant', roles: ['kyc'] }).length
  expect(text).toContain(`| kyc | ${mutants} | 1 | 1 | 1 of 2 |`)
  const ofClause = pageMutantsOf('kyc').filter(({ breaks }) => breaks === 'CALLBACK-04').length
  expect(text).toContain(`| kyc | CALLBACK-04 | 1/1, ${ofClause - 1} not run | \`callback-query/any\` |`)
  expect(text).toContain(`- ${nameOf(mutant)}: \`callback-query/some\``)
})

test('an unexpected result is named with its problems', () => {
  const text = textOf([resultOf(mutant, { isAsExpected: false, problems: ['blocked callback-query/any: <b> | late'] })])
  expect(text).toContain(`- ${nameOf(mutant)}: not found\n  - blocked callback-query/any: b late`)
})

test('a variant has its verdicts by both drivers', () => {
  const conformant = resultOf(variant('browser'), { verdict: 'conformant' })
  const failed = resultOf(variant('forms'), { verdict: 'non-conformant', isAsExpected: false })
  expect(textOf([conformant])).toContain('| kyc | an application in script | conformant, 12 s | not run |')
  expect(textOf([conformant, failed])).toContain('| conformant, 12 s | non-conformant, not as expected, 12 s |')
})

test('a job is expected to take as long as those of its kind took', () => {
  expect(pagesBatch.estimateOf(mutant, [resultOf(mutant, { seconds: 4 }), resultOf(variant('forms'))])).toBe(4)
})

test('only mutants of pages have a reason why no browser shows them', () => {
  const known = (['gateway', 'kyc'] as const).flatMap(role => pageMutantsOf(role).map(each => each.name))
  expect(Object.keys(unseen).filter(each => !known.includes(each))).toEqual([])
})

test('the figure counts the runs that were as expected, and the mutants that were found', () => {
  const done = [
    resultOf(mutant, { found: ['callback-query/any'] }),
    resultOf(mutant, { isAsExpected: false }),
    resultOf(variant('forms')),
  ]
  expect(figureOf(done)).toBe('2 of 3 runs as expected; 1 of 2 mutants found')
})
