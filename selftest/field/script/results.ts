import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import writeFileAtomic from 'write-file-atomic'
import { conditions } from '../conditions.ts'
import type { Outcome } from '../run-job.ts'
import { type Job, nameOf } from './jobs.ts'

/** A line of the results file: a job, what it showed, and of which sources. */
export type Result = Job & Outcome & { digest: string; commit: string; at: string }

/** Reads the results; a last line that was cut off is left out. */
export const readResults = (file: string): Result[] =>
  (existsSync(file) ? readFileSync(file, 'utf8') : '').split('\n').flatMap(line => {
    try {
      return [JSON.parse(line) as Result]
    } catch {
      return []
    }
  })

/** Writes a result at once, so that nothing is lost if the script is interrupted. */
export const appendResult = (file: string, result: Result): void => appendFileSync(file, `${JSON.stringify(result)}\n`)

/** Removes the results of some jobs of these sources, so that they are carried out again. */
export const forget = (file: string, jobs: readonly Job[], digest: string): void => {
  const names = new Set(jobs.map(nameOf))
  const kept = readResults(file).filter(result => result.digest !== digest || !names.has(nameOf(result)))
  writeFileAtomic.sync(file, kept.map(result => `${JSON.stringify(result)}\n`).join(''))
}

/** Returns the last result of each job, by the name of the job. */
export const byJob = (results: readonly Result[]): Map<string, Result> =>
  new Map(results.map(result => [nameOf(result), result]))

/** Returns the value in the middle, or of two the higher one. */
export const medianOf = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

const isOfKind = (job: Job, other: Job): boolean =>
  job.condition === other.condition &&
  job.role === other.role &&
  job.depth === other.depth &&
  (job.mutant === undefined) === (other.mutant === undefined)

/** Returns about how many seconds a job takes: as long as those of its kind took, of any sources; else a guess. */
export const estimateOf = (job: Job, results: readonly Result[]): number => {
  const alike = results.filter(result => isOfKind(job, result))
  if (alike.length > 0) return alike.reduce((sum, { seconds }) => sum + seconds, 0) / alike.length
  const isSlow = conditions.some(condition => condition.name === job.condition && condition.isSlow)
  return (job.mutant === undefined ? 60 : 3) * (isSlow ? 4 : 1)
}
