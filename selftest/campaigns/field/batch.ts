import { conditions } from '../../field/conditions.ts'
import type { Outcome } from '../../field/run-job.ts'
import type { Batch, Result as ResultOf } from '../batch.ts'
import { sourcesOfCertifications } from '../sources.ts'
import { type Job, nameOf } from './jobs.ts'

export type Result = ResultOf<Job, Outcome>

const isSlow = ({ condition }: Job): boolean => conditions.some(({ name, isSlow }) => name === condition && isSlow)

const isOfKind = (job: Job, other: Job): boolean =>
  job.condition === other.condition &&
  job.role === other.role &&
  job.depth === other.depth &&
  (job.mutant === undefined) === (other.mutant === undefined)

const estimateOf = (job: Job, results: readonly Result[]): number => {
  const alike = results.filter(result => isOfKind(job, result))
  if (alike.length > 0) return alike.reduce((sum, { seconds }) => sum + seconds, 0) / alike.length
  return (job.mutant === undefined ? 60 : 3) * (isSlow(job) ? 4 : 1)
}

/** Returns what a job showed, and a line for each problem. */
const linesOf = ({ verdict, requests, isAsExpected, problems, mutant }: Result): string[] => {
  const what = mutant === undefined ? verdict : isAsExpected ? 'found' : `not found (${verdict})`
  return [
    `${what}, ${requests} requests`,
    ...(mutant !== undefined && isAsExpected ? [] : problems).map(problem => `         ${problem}`),
  ]
}

/** The certifications under the conditions of the field. */
export const fieldBatch: Batch<Job, Outcome> = {
  nameOf,
  estimateOf,
  isShared: isSlow,
  linesOf,
  program: 'field',
  sources: [...sourcesOfCertifications, '{implementations,selftest}/mutants/**/*.ts', 'selftest/field/*.ts'],
}
