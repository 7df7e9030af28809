import { describe, type ExpectStatic, test } from 'vitest'
import { type Role, roles } from '../../protocol/operations.ts'
import { type Job, jobsOf } from '../campaigns/field/jobs.ts'
import { isWhole } from '../size.ts'
import { runJob } from './run-job.ts'

/** The sampled conditions; `npm run field` tries all of them. */
const sample: Readonly<Record<Role, readonly string[]>> = {
  gateway: [
    'flaky',
    'restarts',
    'firewall',
    'delivery network',
    'one worker',
    'four workers',
    'origins',
    'replica',
    'clock',
  ],
  merchant: [
    'flaky',
    'restarts',
    'firewall',
    'delivery network',
    'one worker',
    'four workers',
    'clock',
    'clock behind',
  ],
  kyc: ['flaky', 'firewall', 'delivery network', 'origins', 'clock'],
}

/** The mutants that are tried under each of them. */
const mutants: readonly string[] = [
  'signatures of requests are not verified',
  'the name of an item is put into the page as it is',
  'notifications are not signed',
  'the amount is not compared',
  'old keys of an issuer stay good beside the new one',
  'the name cannot be denied',
  'a refresh of the page grants',
  'state is trimmed',
]

const depth = isWhole ? 'standard' : 'quick'
const jobs = roles.flatMap(role => jobsOf({ conditions: sample[role], roles: [role], seeds: 1, depth }))

const expectAsExpected = async (job: Job, expect: ExpectStatic): Promise<void> => {
  const { isAsExpected, problems } = await runJob(job)
  expect(isAsExpected, problems.join('\n')).toBe(true)
}

// Sequential: the load of other tests must not be mistaken for the effect of a condition.
describe('the reference in the field is conformant, and nothing fails, warns or is blocked', () => {
  const references = jobs.filter(({ mutant }) => mutant === undefined)
  test.for(references)('$role: $condition', { timeout: 300_000 }, (job, { expect }) => expectAsExpected(job, expect))
})

describe('a mutant in the field is found by the clause that it breaks', () => {
  const chosen = jobs.filter(({ mutant = '' }) => mutants.includes(mutant))
  test.for(chosen)('$role: $condition: $mutant', { timeout: 120_000 }, (job, { expect }) =>
    expectAsExpected(job, expect),
  )
})
