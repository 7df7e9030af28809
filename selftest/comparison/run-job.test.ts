import { expect, test } from 'vitest'
import { certifyReference } from '../certify.ts'
import { runJob, shownBy } from './run-job.ts'

test('a result has every clause, the checks that did not pass, and counts', async () => {
  const certified = await certifyReference({}, { only: ['META-0*'] }, 'kyc')
  const { checks } = certified.report
  const { clauses, checks: notPassed = {}, counts } = shownBy('kyc, the reference', certified)
  expect(Object.keys(clauses ?? {})).toEqual(certified.report.clauses.map(({ id }) => id))
  expect(new Set(Object.values(notPassed))).not.toContain('pass')
  expect(notPassed).toMatchObject({
    [checks.find(({ verdict }) => verdict === 'not-selected')?.id ?? '']: 'not-selected',
  })
  expect(counts).toMatchObject({ checks: checks.length, failed: 0, blocked: 0 })
  expect(counts?.passed).toBe(checks.length - Object.keys(notPassed).length)
  expect(counts?.passed).toBeGreaterThan(0)
  expect(counts?.requests).toBeGreaterThan(0)
})

test('a warning counts as failed, and what did not apply was not tried', async () => {
  const certified = await certifyReference({}, { only: ['META-01'] }, 'kyc')
  const verdicts = ['pass', 'fail', 'warn', 'observed', 'blocked', 'not-applicable', 'not-selected'] as const
  const [check] = certified.report.checks
  const checks = check ? verdicts.map(verdict => ({ ...check, id: verdict, verdict })) : []
  const { counts } = shownBy('', { ...certified, report: { ...certified.report, checks } })
  expect(counts).toMatchObject({ checks: 7, tried: 4, passed: 1, failed: 2, blocked: 1 })
})

test('an unknown key is an error of the job', async () => {
  const job = { kind: 'mutant', role: 'kyc', key: 'kyc, gone', run: 1 } as const
  await expect(runJob(job)).rejects.toThrow('kyc, gone: no such implementation')
})
