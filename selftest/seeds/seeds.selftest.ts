import { describe, expect, test } from 'vitest'
import { openRun } from '../../engine/open-run.ts'
import { runChecks } from '../../engine/runner/in-process.ts'
import { drawsValues } from '../../harness/check.ts'
import { faultKinds } from '../../implementations/mutants/mutant.ts'
import { roles } from '../../protocol/operations.ts'
import { checksOf } from '../../suites/index.ts'
import { withImplementation } from '../certify.ts'
import { conformantOf, type Job, plantedOf } from './jobs.ts'
import { runJob } from './run-job.ts'

const reference = { name: 'the reference', story: '' }

describe.for(roles)('of the checks of a %s', role => {
  test('those that draw no values never read the seed of the run', async () => {
    const checks = checksOf(role).filter(check => !drawsValues(check))
    const results = await withImplementation(role, { implementation: reference, settings: {} }, async settings => {
      const signal = AbortSignal.timeout(100_000)
      const open = await openRun(settings, { write: () => undefined }, signal)
      const run = Object.defineProperty({ ...open.run }, 'seed', {
        get: () => {
          throw new Error('read the seed')
        },
      })
      return runChecks({ ...open, run }, checks, signal)
    })
    expect(results).toHaveLength(checks.length)
    expect(results.filter(({ harnessError }) => harnessError)).toEqual([])
  })
})

/** The first fault of each kind, and the last variant of each role; `npm run seeds` tries all of them. */
const faults = faultKinds.flatMap(kind =>
  roles
    .flatMap(role => plantedOf(role).map(mutant => ({ role, mutant })))
    .filter(({ mutant }) => mutant.kind === kind)
    .slice(0, 1)
    .map(({ role, mutant }): Job => ({ task: 'fault', role, name: mutant.name, seed: 1 })),
)

const conformant = roles.flatMap(role =>
  conformantOf(role)
    .slice(-1)
    .map(({ name }): Job => ({ task: 'alarms', role, name, depth: 'standard', seeds: 2 })),
)

describe('a sample of the trials over many seeds', () => {
  test.for([...faults, ...conformant])('$task, $role: $name', async job => {
    const { isAsExpected, alarms, trial } = await runJob(job)
    expect(isAsExpected, JSON.stringify({ alarms, trial })).toBe(true)
  })
})
