import { bundlesOf, type Job, nameOf } from '../../seeds/jobs.ts'
import type { Outcome } from '../../seeds/run-job.ts'
import type { Batch, Result as ResultOf } from '../batch.ts'
import { sourcesOfCertifications } from '../sources.ts'

export type Result = ResultOf<Job, Outcome>

const seedsOf = (job: Job): number => (job.task === 'fault' ? 1 : job.seeds)

const isOfKind = (job: Job, other: Job): boolean =>
  job.role === other.role &&
  (job.task === 'fault' ? other.task === 'fault' : other.task === 'alarms' && job.depth === other.depth)

/** Default estimates, in seconds: the fixed part of a job, and the part for each seed. */
const guess = { job: 8, seed: 1 }

const estimateOf = (job: Job, results: readonly Result[]): number => {
  const similar = results.filter(result => isOfKind(job, result))
  if (similar.length === 0) return guess.job + guess.seed * seedsOf(job)
  const perSeed = similar.reduce((sum, result) => sum + result.seconds / seedsOf(result), 0) / similar.length
  return perSeed * seedsOf(job)
}

/** Returns a line for the outcome of a job, and one for each problem. */
const linesOf = ({ alarms, trial }: Result): string[] => {
  const found = trial?.check ?? 'not found'
  const replayed = [...(trial?.replays ?? []), trial?.afterwards].filter(result => result !== undefined)
  const what = trial ? [found, trial.value, ...replayed].filter(Boolean).join(', ') : `${alarms.length} alarms`
  return [what, ...alarms.map(alarm => `         ${alarm}`)]
}

/** The certifications over many seeds. */
export const seedsBatch: Batch<Job, Outcome> = {
  nameOf,
  estimateOf,
  isShared: () => true,
  bundlesOf,
  linesOf,
  program: 'seeds',
  sources: [
    ...sourcesOfCertifications,
    '{implementations,selftest}/{mutants,variants}/**/*.ts',
    'selftest/seeds/*.ts',
    'reports/replay.ts',
  ],
}
