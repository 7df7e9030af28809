import type { Batch, Result as ResultOf } from '../campaigns/batch.ts'
import { sourcesOfCertifications } from '../campaigns/sources.ts'
import { type Job, nameOf } from './jobs.ts'
import type { Outcome } from './run-job.ts'

export type Result = ResultOf<Job, Outcome>

/** The default estimate, in seconds. */
const guess = 20

const estimateOf = ({ key, kind, role }: Job, results: readonly Result[]): number => {
  const own = results.filter(result => result.key === key)
  const similar = own.length > 0 ? own : results.filter(result => result.kind === kind && result.role === role)
  return similar.length === 0 ? guess : similar.reduce((sum, { seconds }) => sum + seconds, 0) / similar.length
}

const linesOf = ({ error, verdict, counts }: Result): string[] => [
  error ??
    `${verdict}; of ${counts?.checks} checks ${counts?.passed} passed, ${counts?.failed} failed, ${counts?.blocked} blocked; ${counts?.requests} requests`,
]

/** The references, variants and mutants, each certified by every check. */
export const comparisonBatch: Batch<Job, Outcome> = {
  nameOf,
  estimateOf,
  isShared: () => true,
  linesOf,
  program: 'compare',
  sources: [
    ...sourcesOfCertifications,
    'implementations/**/*.{ts,json}',
    'selftest/{mutants,variants,comparison}/**/*.ts',
    '{cli,reports}/**/*.ts',
    'bin.ts',
  ],
}
