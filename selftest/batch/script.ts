import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Batch, Result, Shown } from './batch.ts'
import type { CommonOptions } from './options.ts'
import { carryOutBatch, resultsOf } from './run.ts'

/** Where a document is, below the root of the project, and its text; `present`: the one that it has. */
type ResultsDocument<Job, Outcome> = {
  path: string
  of(results: ReadonlyMap<string, Result<Job, Outcome>>, present: string): string
}

/** A script that carries out jobs for hours, and writes documents of what they showed: `npm run NAME`. */
type Script<Job, Outcome extends Shown, Options> = {
  name: string
  usage: string
  batch: Batch<Job, Outcome>
  readOptions(args: string[]): Options
  jobsOf(options: NoInfer<Options>): Job[]
  documentsOf(options: NoInfer<Options>): readonly ResultsDocument<Job, Outcome>[]
  /** Does something else that was asked for, and returns the exit code. Throws with the remedy if the jobs cannot be carried out. */
  before?(options: NoInfer<Options>): Promise<number> | undefined
}

const pathOf = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))

const run = async <Job extends object, Outcome extends Shown, Options extends CommonOptions>(
  { name, batch, readOptions, jobsOf, documentsOf, before }: Script<Job, Outcome, Options>,
  args: string[],
): Promise<number> => {
  const options = readOptions(args)
  const file = options.results ?? pathOf(`selftest/${name}/results.ndjson`)
  if (!options.isDocument)
    return (await before?.(options)) ?? carryOutBatch(batch, { ...options, jobs: jobsOf(options), file })
  const results = resultsOf(batch, { ...options, file })
  if (results.size === 0) throw new Error(`No results of these sources. Run \`npm run ${name}\` first.`)
  for (const { path, of } of documentsOf(options)) {
    const file = pathOf(path)
    writeFileSync(file, of(results, existsSync(file) ? readFileSync(file, 'utf8') : ''))
  }
  return 0
}

/** Runs a script with the arguments of this process, and sets its exit code: 2 if it cannot start. */
export const runScript = async <Job extends object, Outcome extends Shown, Options extends CommonOptions>(
  script: Script<Job, Outcome, Options>,
): Promise<void> => {
  const args = process.argv.slice(2)
  if (args.includes('--help')) return console.log(script.usage)
  try {
    process.exitCode = await run(script, args)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  }
}
