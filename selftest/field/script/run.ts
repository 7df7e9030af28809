/** Certifies under the conditions of the field, and writes docs/field.md: `npm run field`; `npm run field -- --help`. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { carryOutBatch, resultsOf } from '../../batch/run.ts'
import { fieldBatch } from './batch.ts'
import { documentOf } from './document.ts'
import { jobsOf } from './jobs.ts'
import { compareUnderLoad } from './load.ts'
import { type Options, readOptions, usage } from './options.ts'

const pathOf = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url))

const fileOf = ({ results }: Options): string => results ?? pathOf('selftest/field/results.ndjson')

const run = (options: Options): Promise<number> =>
  carryOutBatch(fieldBatch, { ...options, jobs: jobsOf(options), file: fileOf(options) })

const writeDocument = async (options: Options): Promise<number> => {
  const results = resultsOf(fieldBatch, fileOf(options))
  if (results.size === 0) throw new Error('No results of these sources. Run `npm run field` first.')
  writeFileSync(pathOf('docs/field.md'), documentOf(results))
  return 0
}

const main = async (args: string[]): Promise<number> => {
  if (args.includes('--help')) {
    console.log(usage)
    return 0
  }
  const options = readOptions(args)
  const tasks = { run, document: writeDocument, load: compareUnderLoad }
  return tasks[options.task](options)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
