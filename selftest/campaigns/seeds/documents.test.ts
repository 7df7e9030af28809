import { expect, test } from 'vitest'
import { type Job, jobsOf, nameOf } from '../../seeds/jobs.ts'
import type { Outcome } from '../../seeds/run-job.ts'
import { byJob } from '../results.ts'
import { alarmsDocument, alarmsFigure } from './alarms-document.ts'
import { type Result, seedsBatch } from './batch.ts'
import { faultsDocument, faultsFigure } from './faults-document.ts'

const name = 'state is trimmed'
const fault = (seed: number): Job => ({ task: 'fault', role: 'kyc', name, seed })
const alarms: Job = { task: 'alarms', role: 'kyc', name: 'the reference', depth: 'quick', seeds: 100 }

const resultOf = (job: Job, outcome: Partial<Outcome> = {}): Result => ({
  ...job,
  isAsExpected: true,
  seconds: 60,
  alarms: [],
  ...outcome,
  digest: 'a',
  commit: 'c0ffee',
  at: '2026-11-22T06:00:00.000Z',
})

const found = { check: 'callback-query/any-state', checkKind: 'property', value: '" |"', shrinks: 2 } as const
const faultsOf = (results: readonly Result[]) => faultsDocument(byJob(nameOf, results))
const alarmsOf = (results: readonly Result[]) => alarmsDocument(byJob(nameOf, results))

test('a fault has a row with its seeds, the smallest case and the replays', () => {
  const proven = { ...found, replays: ['FAILED' as const, 'FAILED' as const], afterwards: 'FIXED' as const }
  const longer = { ...proven, value: '"  longer"' }
  const text = faultsOf([
    resultOf(fault(1), { trial: proven }),
    resultOf(fault(2), { trial: longer }),
    resultOf(fault(3), { trial: { replays: [] }, isAsExpected: false }),
  ])
  expect(text).toContain(
    `| kyc | CALLBACK-04 | ${name} | 2/3, 7 not run | \`callback-query/any-state\` (property) | \`" \\u{7c}"\` (1 of 2) | 4 FAILED, 2 FIXED |`,
  )
  expect(text).toContain(`- ${nameOf(fault(3))}\n  - not found`)
  expect(text).toContain('2 of 3 trials of a fault found it')
})

test('a table counts alarms, and shows the jobs that were not run', () => {
  const text = alarmsOf([resultOf(alarms, { isAsExpected: false, alarms: ['seed 7: verify/a: fail, lost'] })])
  const others = jobsOf({ task: 'alarms', depth: 'quick', roles: ['kyc'] }).length - 1
  expect(text).toContain(`| kyc | quick | 1, ${others} not run | 100 | 1 | 1 |`)
  expect(text).toContain(`- ${nameOf(alarms)}\n  - seed 7: verify/a: fail, lost`)
})

test('results are counted by commit', () => {
  const other = { ...resultOf({ ...alarms, depth: 'standard' as const, seeds: 10 }), commit: 'decade' }
  expect(alarmsOf([resultOf(alarms), other])).toContain('; commits c0ffee (1), decade (1).')
  expect(alarmsOf([resultOf(alarms)])).toContain('; commit c0ffee.')
})

test('a job is expected to take as long per seed as others of its kind', () => {
  expect(seedsBatch.estimateOf({ ...alarms, seeds: 10 }, [resultOf(alarms), resultOf(fault(1))])).toBe(6)
})

test('the figure counts the faults found, and those that did not replay', () => {
  const proven = { ...found, replays: ['FAILED' as const], afterwards: 'FIXED' as const }
  const done = [resultOf(fault(1), { trial: proven }), resultOf(fault(2), { trial: { replays: [] } })]
  expect(faultsFigure(done)).toBe('1 of 2 trials of 1 faults found the fault, and every replay came out as required')
  const other = resultOf(fault(3), { trial: { ...proven, afterwards: 'FAILED' } })
  expect(faultsFigure([...done, other])).toContain(
    '2 of 3 trials of 1 faults found the fault, and the replays of all but 1 ',
  )
})

test('the figure of the alarms counts runs, implementations and seeds', () => {
  const standard = resultOf({ ...alarms, depth: 'standard', seeds: 10 })
  expect(alarmsFigure([resultOf(alarms, { isAsExpected: false }), standard])).toBe(
    '1 of 2 runs of 1 implementations raised an alarm, over 110 seeds',
  )
})
