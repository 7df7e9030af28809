import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import writeFileAtomic from 'write-file-atomic'

/** Reads the results, without a truncated last line. */
export const readResults = <Result>(file: string): Result[] =>
  (existsSync(file) ? readFileSync(file, 'utf8') : '').split('\n').flatMap(line => {
    try {
      return [JSON.parse(line) as Result]
    } catch {
      return []
    }
  })

/** Writes a result immediately, so that an interruption loses nothing. */
export const appendResult = (file: string, result: object): void => appendFileSync(file, `${JSON.stringify(result)}\n`)

/** Removes the named results of the sources with this digest, so that their jobs run again. */
export const forget = <Result extends { digest: string }>(
  file: string,
  isNamed: (result: Result) => boolean,
  digest: string,
): void => {
  const kept = readResults<Result>(file).filter(result => result.digest !== digest || !isNamed(result))
  writeFileAtomic.sync(file, kept.map(result => `${JSON.stringify(result)}\n`).join(''))
}

/** Returns the last result of each job, by the name of the job. */
export const byJob = <Job, Result extends Job>(
  nameOf: (job: Job) => string,
  results: readonly Result[],
): Map<string, Result> => new Map(results.map(result => [nameOf(result), result]))
