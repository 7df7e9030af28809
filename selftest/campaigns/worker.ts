import type { Job as FieldJob } from './field/jobs.ts'

type CarryOut = (job: never) => Promise<unknown>

/** Carries out bundles whose jobs do not belong together, so that each has one. */
const each =
  <Job>(runJob: (job: Job) => Promise<unknown>) =>
  (bundle: readonly Job[]) =>
    Promise.all(bundle.map(runJob))

/** How the jobs of each batch are carried out. Each loads only what it needs. */
const programs = {
  field: async () => {
    const { runJob } = await import('../field/run-job.ts')
    // A result is kept without the line of every verdict.
    return each(async (job: FieldJob) => ({ ...(await runJob(job)), line: undefined }))
  },
  load: async () => (await import('../field/run-job.ts')).runJob,
  seeds: async () => (await import('../seeds/run-job.ts')).runBundle,
  pages: async () => each((await import('../pages/run-job.ts')).runJob),
  compare: async () => each((await import('../comparison/run-job.ts')).runJob),
} satisfies Record<string, () => Promise<CarryOut>>

/** Names what a process carries out. */
export type Program = keyof typeof programs

/** Carries out the jobs that the parent process sends, one after another, and sends back what each showed or `{ error }`. */
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
  // A Ctrl-C reaches every process of the terminal. The parent decides when to end.
  process.on('SIGINT', () => undefined)
  process.on('disconnect', () => process.exit(0))
}

serveJobs(process.argv[2] as Program)
