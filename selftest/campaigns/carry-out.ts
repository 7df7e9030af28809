import type { Batch, Result, Shown } from './batch.ts'
import { runInLanes } from './lanes.ts'
import { openProgress } from './progress.ts'
import { appendResult, byJob, forget, readResults } from './results.ts'
import { commitOfSources, digestOf } from './sources.ts'
import { openWorkerProcess } from './worker-process.ts'

/** A file of results: those of the current sources, or of any. */
export type Kept = { file: string; isOfAnySources: boolean }

/** The jobs to run, how many at the same time, whether to repeat finished ones, and where results are kept. */
export type Selected<Job> = Kept & { jobs: readonly Job[]; lanes: number; isFresh: boolean }

/** Runs the jobs that have no result yet. Returns the exit code. */
export const carryOutBatch = async <Job extends object, Outcome extends Shown>(
  batch: Batch<Job, Outcome>,
  { jobs, lanes, isFresh, ...kept }: Selected<Job>,
): Promise<number> => {
  const { nameOf } = batch
  const stamp = { digest: digestOf(batch.sources), commit: commitOfSources() }
  const { file } = kept
  const before = readResults<Result<Job, Outcome>>(file)
  const names = new Set(jobs.map(nameOf))
  if (isFresh) forget<Result<Job, Outcome>>(file, result => names.has(nameOf(result)), stamp.digest)
  const done = resultsOf(batch, kept)
  const missing = jobs.filter(job => !done.has(nameOf(job)))
  const progress = openProgress(batch, { jobs, missing, before }, lanes)
  progress.begin(stamp.commit)
  const workers = Array.from({ length: lanes }, () => openWorkerProcess<readonly Job[], Outcome[]>(batch.program))
  const interrupted = new AbortController()
  const close = () => {
    // Otherwise the other lanes would continue after an error.
    interrupted.abort()
    workers.forEach(worker => void worker.close())
  }
  process.once('SIGINT', close)
  const keep = (job: Job, outcome: Outcome): void => {
    const result: Result<Job, Outcome> = { ...job, ...outcome, ...stamp, at: new Date().toISOString() }
    appendResult(file, result)
    done.set(nameOf(job), result)
    progress.show(job, result)
  }
  const carryOut = async (bundle: readonly Job[], lane: number): Promise<void> => {
    const reply = await workers[lane]?.run(bundle)
    if (interrupted.signal.aborted || reply === undefined) return
    if ('error' in reply) {
      for (const job of bundle) progress.show(job, reply)
      return
    }
    if (digestOf(batch.sources) !== stamp.digest) throw new Error('The sources changed during the run. Start it again.')
    for (const [at, job] of bundle.entries()) keep(job, reply[at] as Outcome)
  }
  try {
    await runInLanes(
      batch.bundlesOf?.(missing) ?? missing.map(job => [job]),
      {
        lanes,
        estimate: bundle => bundle.reduce((sum, job) => sum + batch.estimateOf(job, before), 0),
        isShared: bundle => bundle.every(batch.isShared),
        signal: interrupted.signal,
      },
      carryOut,
    )
  } finally {
    close()
  }
  return conclude(batch, jobs, done)
}

/** Returns the last result of each job, by the name of the job. */
export const resultsOf = <Job, Outcome extends Shown>(
  { nameOf, sources }: Batch<Job, Outcome>,
  { file, isOfAnySources }: Kept,
): Map<string, Result<Job, Outcome>> => {
  const digest = digestOf(sources)
  const own = readResults<Result<Job, Outcome>>(file).filter(result => isOfAnySources || result.digest === digest)
  return byJob<Job, Result<Job, Outcome>>(nameOf, own)
}

/** Prints a summary of all jobs. Returns 1 if a result is not as expected, 3 if one is missing. */
const conclude = <Job, Outcome extends Shown>(
  { nameOf }: Batch<Job, Outcome>,
  jobs: readonly Job[],
  done: ReadonlyMap<string, Result<Job, Outcome>>,
): number => {
  const results = jobs.flatMap(job => done.get(nameOf(job)) ?? [])
  const wrong = results.filter(({ isAsExpected }) => !isAsExpected)
  console.log(
    `${results.length - wrong.length} as expected, ${wrong.length} not, ${jobs.length - results.length} missing`,
  )
  for (const result of wrong) console.log(`WRONG  ${nameOf(result)}`)
  if (results.length < jobs.length) console.log('Run it again with the same options to resume.')
  if (wrong.length > 0) return 1
  return results.length < jobs.length ? 3 : 0
}
