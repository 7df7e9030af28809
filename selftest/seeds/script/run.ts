/** Tries planted faults and conformant implementations over many seeds, and writes docs/seeds.md: `npm run seeds -- --help`. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { carryOutBatch, resultsOf } from '../../batch/run.ts'
import { jobsOf } from '../jobs.ts'
import { seedsBatch } from './batch.ts'
import { documentOf } from './document.ts'
import { type Options, readOptions, usage } from './options.ts'

const pathOf = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url))

const fileOf = ({ results }: Options): string => results ?? pathOf('selftest/seeds/results.ndjson')

const writeDocument = (options: Options): number => {
  const results = resultsOf(seedsBatch, fileOf(options))
  if (results.size === 0) throw new Error('No results of these sources. Run `npm run seeds` first.')
  writeFileSync(pathOf('docs/seeds.md'), documentOf(results))
  return 0
}

const main = async (args: string[]): Promise<number> => {
  if (args.includes('--help')) {
    console.log(usage)
    return 0
  }
  const options = readOptions(args)
  if (options.isDocument) return writeDocument(options)
  return carryOutBatch(seedsBatch, { ...options, jobs: jobsOf(options), file: fileOf(options) })
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
