import type { Job as FieldJob } from './field/jobs.ts'

type CarryOut = (job: never) => Promise<unknown>

/** Runs bundles of a single job. */
const each =
  <Job>(runJob: (job: Job) => Promise<unknown>) =>
  (bundle: readonly Job[]) =>
    Promise.all(bundle.map(runJob))

/** How the jobs of each batch run. Each loads only the modules that it needs. */
const programs = {
  field: async () => {
    const { runJob } = await import('../field/run-job.ts')
    // A result is kept without the lines of verdicts.
    return each(async (job: FieldJob) => ({ ...(await runJob(job)), line: undefined }))
  },
  load: async () => (await import('../field/run-job.ts')).runJob,
  seeds: async () => (await import('../seeds/run-job.ts')).runBundle,
  pages: async () => each((await import('../pages/run-job.ts')).runJob),
  compare: async () => each((await import('../comparison/run-job.ts')).runJob),
} satisfies Record<string, () => Promise<CarryOut>>

/** The name of the work of a process. */
export type Program = keyof typeof programs

/** Runs the jobs that the parent process sends, one by one, and replies with each outcome or `{ error }`. */
const serveJobs = (program: Program): void => {
  const loaded: Promise<CarryOut> = programs[program]()
  process.on('message', async job => {
    const reply = await loaded
      .then(carryOut => carryOut(job as never))
      .catch((error: unknown) => ({
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }))
    process.send?.(reply)
  })
  // Ctrl-C reaches every process of the terminal. The parent decides when to end.
  process.on('SIGINT', () => undefined)
  process.on('disconnect', () => process.exit(0))
}

serveJobs(process.argv[2] as Program)
