/** Certifies under the conditions of the field, and writes docs/field.md: `npm run field`; `npm run field -- --help`. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { documentOf } from './document.ts'
import { type Job, jobsOf, nameOf } from './jobs.ts'
import { runInLanes } from './lanes.ts'
import { compareUnderLoad } from './load.ts'
import { type Options, readOptions, usage } from './options.ts'
import { openProgress } from './progress.ts'
import { appendResult, byJob, estimateOf, forget, type Result, readResults } from './results.ts'
import { commitOfSources, digestOfSources } from './sources.ts'
import { openWorkerProcess } from './worker-process.ts'

const pathOf = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url))

const fileOf = ({ results }: Options): string => results ?? pathOf('selftest/field/results.ndjson')

/** Carries out what is not done yet. Returns the exit code. */
const run = async (options: Options): Promise<number> => {
  const file = fileOf(options)
  const stamp = { digest: digestOfSources(), commit: commitOfSources() }
  const jobs = jobsOf(options)
  const before = readResults(file)
  if (options.isFresh) forget(file, jobs, stamp.digest)
  const done = byJob(readResults(file).filter(({ digest }) => digest === stamp.digest))
  const missing = jobs.filter(job => !done.has(nameOf(job)))
  const progress = openProgress({ jobs, missing, before }, options.lanes)
  progress.begin(stamp.commit)
  const workers = Array.from({ length: options.lanes }, openWorkerProcess)
  const close = () => workers.forEach(worker => void worker.close())
  const interrupted = new AbortController()
  process.once('SIGINT', () => {
    interrupted.abort()
    close()
  })
  const carryOut = async (job: Job, lane: number): Promise<void> => {
    const reply = await workers[lane]?.run(job)
    if (interrupted.signal.aborted || reply === undefined) return
    if ('error' in reply) return progress.show(job, reply)
    if (digestOfSources() !== stamp.digest) throw new Error('The sources changed during the run. Start it again.')
    const { line: _, ...outcome } = reply
    const result: Result = { ...job, ...outcome, ...stamp, at: new Date().toISOString() }
    appendResult(file, result)
    done.set(nameOf(job), result)
    progress.show(job, result)
  }
  try {
    const estimate = (job: Job) => estimateOf(job, before)
    await runInLanes(missing, { lanes: options.lanes, estimate, signal: interrupted.signal }, carryOut)
  } finally {
    close()
  }
  return conclude(jobs, done)
}

/** Prints what all jobs came to. Returns 1 if a result is not as expected, 3 if one is missing. */
const conclude = (jobs: readonly Job[], done: ReadonlyMap<string, Result>): number => {
  const results = jobs.flatMap(job => done.get(nameOf(job)) ?? [])
  const wrong = results.filter(({ isAsExpected }) => !isAsExpected)
  console.log(
    `${results.length - wrong.length} as expected, ${wrong.length} not, ${jobs.length - results.length} missing`,
  )
  for (const result of wrong) console.log(`WRONG  ${nameOf(result)}`)
  if (results.length < jobs.length) console.log('Run it again with the same options to go on.')
  if (wrong.length > 0) return 1
  return results.length < jobs.length ? 3 : 0
}

const writeDocument = async (options: Options): Promise<number> => {
  const digest = digestOfSources()
  const results = byJob(readResults(fileOf(options)).filter(result => result.digest === digest))
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
