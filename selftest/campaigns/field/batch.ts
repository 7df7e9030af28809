import { conditions } from '../../field/conditions.ts'
import type { Outcome } from '../../field/run-job.ts'
import type { Batch, Result as ResultOf } from '../batch.ts'
import { sourcesOfCertifications } from '../sources.ts'
import { isStarved, type Job, nameOf } from './jobs.ts'

export type Result = ResultOf<Job, Outcome>

const isSlow = ({ condition }: Job): boolean => conditions.some(({ name, isSlow }) => name === condition && isSlow)

const isOfKind = (job: Job, other: Job): boolean =>
  job.condition === other.condition &&
  job.role === other.role &&
  job.depth === other.depth &&
  (job.mutant === undefined) === (other.mutant === undefined)

const estimateOf = (job: Job, results: readonly Result[]): number => {
  const similar = results.filter(result => isOfKind(job, result))
  if (similar.length > 0) return similar.reduce((sum, { seconds }) => sum + seconds, 0) / similar.length
  return (job.mutant === undefined ? 60 : 3) * (isSlow(job) ? 4 : 1)
}

/** Starved runs of a role mostly wait for their 10 ms: they share the busy processes. Other jobs run one by one. */
export const bundlesOf = (jobs: readonly Job[]): Job[][] => [
  ...jobs.filter(job => !isStarved(job)).map(job => [job]),
  ...Map.groupBy(jobs.filter(isStarved), ({ role }) => role).values(),
]

/** Returns a line for the outcome of a job, and one for each problem. */
const linesOf = ({ verdict, requests, isAsExpected, problems, mutant }: Result): string[] => {
  const what = mutant === undefined ? verdict : isAsExpected ? 'found' : `not found (${verdict})`
  return [
    `${what}, ${requests} requests`,
    ...(mutant !== undefined && isAsExpected ? [] : problems).map(problem => `         ${problem}`),
  ]
}

/** The certifications under field conditions. */
export const fieldBatch: Batch<Job, Outcome> = {
  nameOf,
  estimateOf,
  isShared: isSlow,
  bundlesOf,
  linesOf,
  program: 'field',
  sources: [...sourcesOfCertifications, '{implementations,selftest}/mutants/**/*.ts', 'selftest/field/*.ts'],
}
