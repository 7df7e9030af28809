import type { Program } from './worker.ts'

/** What every job shows, whatever else it shows. */
export type Shown = { isAsExpected: boolean; seconds: number }

/** Of which sources a result is, and when it came. */
type Stamp = { digest: string; commit: string; at: string }

/** A line of the results file: a job, what it showed, and of which sources. */
export type Result<Job, Outcome> = Job & Outcome & Stamp

/** Jobs that together take hours: a script carries them out one by one, and goes on where it was interrupted. */
export type Batch<Job, Outcome extends Shown> = {
  /** Names a job in one line; two jobs with one name are the same. */
  nameOf(job: Job): string
  /** Returns about how many seconds a job takes: as long as those of its kind took, of any sources; else a guess. */
  estimateOf(job: Job, results: readonly Result<Job, Outcome>[]): number
  /** Tells whether a job may run beside others: it mostly waits, or what it shows does not depend on the load. */
  isShared(job: Job): boolean
  /** Divides jobs into those that are carried out at once, by one process; each by itself where this is absent. */
  bundlesOf?(jobs: readonly Job[]): Job[][]
  /** Returns what a job showed in one line, and a line for each problem. */
  linesOf(result: Result<Job, Outcome>): string[]
  /** What carries out jobs in a process of its own, bundle by bundle. */
  program: Program
  /** Globs of the files that decide what a job shows; tests are left out. */
  sources: readonly string[]
}
