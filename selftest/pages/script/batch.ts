import type { Batch, Result as ResultOf } from '../../batch/batch.ts'
import { sourcesOfCertifications } from '../../batch/sources.ts'
import { type Job, nameOf } from '../jobs.ts'
import type { Outcome } from '../run-job.ts'

export type Result = ResultOf<Job, Outcome>

/** Guesses where nothing is known, in seconds. */
const guess = { mutant: 10, variant: 90 }

const estimateOf = ({ task, role }: Job, results: readonly Result[]): number => {
  const alike = results.filter(result => result.task === task && result.role === role)
  return alike.length === 0 ? guess[task] : alike.reduce((sum, { seconds }) => sum + seconds, 0) / alike.length
}

/** Returns what a job showed, and a line for each problem. */
const linesOf = ({ task, verdict, found, silent, problems }: Result): string[] => [
  task === 'variant' ? verdict : found.length > 0 ? `found by ${found.join(', ')}` : `not found (${verdict})`,
  ...silent.map(id => `         not by ${id}`),
  ...problems.map(problem => `         ${problem}`),
]

/** The mutants and variants of pages, used in a browser. */
export const pagesBatch: Batch<Job, Outcome> = {
  nameOf,
  estimateOf,
  isShared: () => true,
  linesOf,
  worker: new URL('worker.ts', import.meta.url),
  sources: [...sourcesOfCertifications, '{implementations,selftest}/{mutants,variants}/**/*.ts', 'selftest/pages/*.ts'],
}
