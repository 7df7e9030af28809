import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Campaign, type Figure, lastDayOf, recordFigure } from '../proven.ts'
import type { Batch, Result, Shown } from './batch.ts'
import { carryOutBatch, resultsOf } from './carry-out.ts'
import type { CommonOptions } from './options.ts'

/** The figure of a campaign in docs/proof.md, once every job has a result. */
type CampaignFigure<Job, Outcome> = {
  campaign: Campaign
  jobs: readonly Job[]
  figureOf(done: readonly Result<Job, Outcome>[]): string
}

/** A document of results: its path from the project root, and its text (`present`: the current one). */
type ResultsDocument<Job, Outcome> = {
  path: string
  of(results: ReadonlyMap<string, Result<Job, Outcome>>, present: string): string
  figures: readonly CampaignFigure<Job, Outcome>[]
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
    for (const campaign of document.figures) recordCampaign(campaign, batch, results)
  }
  return 0
}

const recordCampaign = <Job, Outcome extends Shown>(
  figure: CampaignFigure<Job, Outcome>,
  batch: Pick<Batch<Job, Outcome>, 'nameOf'>,
  results: ReadonlyMap<string, Result<Job, Outcome>>,
): void => {
  const whole = wholeFigure(figure, batch, results)
  if (whole !== undefined) recordFigure(figure.campaign, whole)
  else console.log(`${figure.campaign}: runs are missing, so the figure in docs/proof.md stays.`)
}

/** Returns the figure of a campaign and its last day; undefined if a run is missing. */
export const wholeFigure = <Job, Outcome extends Shown>(
  { jobs, figureOf }: Pick<CampaignFigure<Job, Outcome>, 'jobs' | 'figureOf'>,
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
