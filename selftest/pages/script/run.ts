/** Tries mutants and variants of pages in a browser, and writes docs/pages-in-a-browser.md: `npm run pages -- --help`. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { missingForBrowser } from '../../../harness/pages/browser/installed.ts'
import { carryOutBatch, resultsOf } from '../../batch/run.ts'
import { jobsOf } from '../jobs.ts'
import { pagesBatch } from './batch.ts'
import { documentOf } from './document.ts'
import { type Options, readOptions, usage } from './options.ts'

const pathOf = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url))

const fileOf = ({ results }: Options): string => results ?? pathOf('selftest/pages/results.ndjson')

const writeDocument = (options: Options): number => {
  const results = resultsOf(pagesBatch, fileOf(options))
  if (results.size === 0) throw new Error('No results of these sources. Run `npm run pages` first.')
  writeFileSync(pathOf('docs/pages-in-a-browser.md'), documentOf(results))
  return 0
}

const main = async (args: string[]): Promise<number> => {
  if (args.includes('--help')) {
    console.log(usage)
    return 0
  }
  const options = readOptions(args)
  if (options.isDocument) return writeDocument(options)
  const missing = missingForBrowser()
  if (missing !== undefined) throw new Error(missing)
  return carryOutBatch(pagesBatch, { ...options, jobs: jobsOf(options), file: fileOf(options) })
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
