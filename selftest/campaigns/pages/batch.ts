import { type Job, nameOf } from '../../pages/jobs.ts'
import type { Outcome } from '../../pages/run-job.ts'
import type { Batch, Result as ResultOf } from '../batch.ts'
import { sourcesOfCertifications } from '../sources.ts'

export type Result = ResultOf<Job, Outcome>

/** Default estimates, in seconds. */
const guess = { mutant: 10, variant: 90 }

const estimateOf = ({ task, role }: Job, results: readonly Result[]): number => {
  const similar = results.filter(result => result.task === task && result.role === role)
  return similar.length === 0 ? guess[task] : similar.reduce((sum, { seconds }) => sum + seconds, 0) / similar.length
}

/** Returns a line for the outcome of a job, and one for each problem. */
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
  program: 'pages',
  sources: [...sourcesOfCertifications, '{implementations,selftest}/{mutants,variants}/**/*.ts', 'selftest/pages/*.ts'],
}
