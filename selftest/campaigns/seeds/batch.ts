import { bundlesOf, type Job, nameOf } from '../../seeds/jobs.ts'
import type { Outcome } from '../../seeds/run-job.ts'
import type { Batch, Result as ResultOf } from '../batch.ts'
import { sourcesOfCertifications } from '../sources.ts'

export type Result = ResultOf<Job, Outcome>

const seedsOf = (job: Job): number => (job.task === 'fault' ? 1 : job.seeds)

const isOfKind = (job: Job, other: Job): boolean =>
  job.role === other.role &&
  (job.task === 'fault' ? other.task === 'fault' : other.task === 'alarms' && job.depth === other.depth)

/** Guesses where nothing is known, in seconds: what a job takes at least, and each seed of it. */
const guess = { job: 8, seed: 1 }

const estimateOf = (job: Job, results: readonly Result[]): number => {
  const alike = results.filter(result => isOfKind(job, result))
  if (alike.length === 0) return guess.job + guess.seed * seedsOf(job)
  const perSeed = alike.reduce((sum, result) => sum + result.seconds / seedsOf(result), 0) / alike.length
  return perSeed * seedsOf(job)
}

/** Returns what a job showed, and a line for each problem. */
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
