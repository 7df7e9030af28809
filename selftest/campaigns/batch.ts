import type { Program } from './worker.ts'

/** The members of the outcome of every job. */
export type Shown = { isAsExpected: boolean; seconds: number }

/** The sources and the time of a result. */
type Stamp = { digest: string; commit: string; at: string }

/** A line of the results file: a job, its outcome and its sources. */
export type Result<Job, Outcome> = Job & Outcome & Stamp

/** Jobs that together take hours: a script runs them one by one, and resumes where it was interrupted. */
export type Batch<Job, Outcome extends Shown> = {
  /** Names a job in one line; two jobs with one name are the same. */
  nameOf(job: Job): string
  /** Estimates the seconds of a job: the mean of its kind, of any sources; else a guess. */
  estimateOf(job: Job, results: readonly Result<Job, Outcome>[]): number
  /** Returns whether a job may run beside others: it mostly waits, or its outcome does not depend on the load. */
  isShared(job: Job): boolean
  /** Groups jobs that one process runs together; if absent, each runs alone. */
  bundlesOf?(jobs: readonly Job[]): Job[][]
  /** Returns a line for the outcome of a job, and one for each problem. */
  linesOf(result: Result<Job, Outcome>): string[]
  /** The program that runs jobs in a separate process, bundle by bundle. */
  program: Program
  /** Globs of the files that can change an outcome, without tests. */
  sources: readonly string[]
}
