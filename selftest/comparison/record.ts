import { existsSync } from 'node:fs'
import { readResults } from '../campaigns/results.ts'
import type { Result } from './batch.ts'

/** The record of a commit: by key, every run of an implementation. */
export type Runs = ReadonlyMap<string, readonly Result[]>

/** Returns the results of the last recorded sources: a file may also hold earlier ones. */
export const ofLastSources = (results: readonly Result[]): Result[] =>
  results.filter(({ digest }) => digest === results.at(-1)?.digest)

/** Reads the record of a file. Throws if there is none. */
export const readRecord = (file: string): Result[] => {
  const results = existsSync(file) ? ofLastSources(readResults<Result>(file)) : []
  if (results.length === 0) throw new Error(`${file}: no results. Give a file that --results wrote.`)
  return results
}

export const byKey = (results: readonly Result[]): Runs => Map.groupBy(results, ({ key }) => key)
