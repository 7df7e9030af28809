import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Campaign, type Figure, lastDayOf, recordFigure } from '../proven.ts'
import type { Batch, Result, Shown } from './batch.ts'
import { carryOutBatch, resultsOf } from './carry-out.ts'
import type { CommonOptions } from './options.ts'

/**
 * A document of results: its path from the project root, its text (`present`: the current one), and the figure of its campaign once every
 * job has a result.
 */
type ResultsDocument<Job, Outcome> = {
  path: string
  of(results: ReadonlyMap<string, Result<Job, Outcome>>, present: string): string
  campaign: Campaign
  jobs: readonly Job[]
  figureOf(done: readonly Result<Job, Outcome>[]): string
}

/** A script that runs jobs for hours, and documents their results: `npm run NAME`. */
export type Script<Job, Outcome extends Shown, Options> = {
  name: string
  usage: string
  batch: Batch<Job, Outcome>
  readOptions(args: string[]): Options
  jobsOf(options: NoInfer<Options>): Job[]
  documentsOf(options: NoInfer<Options>): readonly ResultsDocument<Job, Outcome>[]
  /** Handles other requests, and returns the exit code. Throws with the remedy if the jobs cannot run. */
  before?(options: NoInfer<Options>): Promise<number> | undefined
}

const pathOf = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))

const run = async <Job extends object, Outcome extends Shown, Options extends CommonOptions>(
  { name, batch, readOptions, jobsOf, documentsOf, before }: Script<Job, Outcome, Options>,
  args: string[],
): Promise<number> => {
  const options = readOptions(args)
  mkdirSync(pathOf('selftest/results'), { recursive: true })
  const file = options.results ?? pathOf(`selftest/results/${name}.ndjson`)
  if (!options.isDocument)
    return (await before?.(options)) ?? carryOutBatch(batch, { ...options, jobs: jobsOf(options), file })
  const results = resultsOf(batch, { ...options, file })
  if (results.size === 0) throw new Error(`There are no results of these sources. Run \`npm run ${name}\` first.`)
  for (const document of documentsOf(options)) {
    const file = pathOf(document.path)
    writeFileSync(file, document.of(results, existsSync(file) ? readFileSync(file, 'utf8') : ''))
    const figure = wholeFigure(document, batch, results)
    if (figure !== undefined) recordFigure(document.campaign, figure)
    else console.log(`${document.campaign}: runs are missing, so the figure in docs/proof.md stays.`)
  }
  return 0
}

/** Returns the figure of a campaign and its last day; undefined if a run is missing. */
export const wholeFigure = <Job, Outcome extends Shown>(
  { jobs, figureOf }: Pick<ResultsDocument<Job, Outcome>, 'jobs' | 'figureOf'>,
  { nameOf }: Pick<Batch<Job, Outcome>, 'nameOf'>,
  results: ReadonlyMap<string, Result<Job, Outcome>>,
): Figure | undefined => {
  const done = jobs.flatMap(job => results.get(nameOf(job)) ?? [])
  return done.length < jobs.length ? undefined : { figure: figureOf(done), date: lastDayOf(done) }
}

/** Runs a script with the arguments of this process, and sets the exit code: 2 if it cannot start. */
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
