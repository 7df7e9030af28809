import type { Reply } from './worker-process.ts'

/** Carries out the jobs that the parent process sends, one after another, and sends back what each showed. */
export const serveJobs = <Job, Outcome>(carryOut: (job: Job) => Promise<Outcome>): void => {
  process.on('message', async (job: Job) => {
    const reply: Reply<Outcome> = await carryOut(job).catch((error: unknown) => ({
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }))
    process.send?.(reply)
  })
  // A Ctrl-C reaches every process of the terminal. The parent decides when to end.
  process.on('SIGINT', () => undefined)
  process.on('disconnect', () => process.exit(0))
}

/** Carries out the bundles of a batch whose jobs do not belong together, so that each has one. */
export const serveBundlesOfOne = <Job, Outcome>(carryOut: (job: Job) => Promise<Outcome>): void =>
  serveJobs((bundle: readonly Job[]) => Promise.all(bundle.map(carryOut)))
