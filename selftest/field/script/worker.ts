import { type JobReport, runJob } from '../run-job.ts'
import type { Job } from './jobs.ts'

/** What a job showed, or why it could not be carried out. */
export type Reply = JobReport | { error: string }

// Carries out the jobs that the parent process sends, one after another, and sends back what each showed.
process.on('message', async (job: Job) => {
  const reply: Reply = await runJob(job).catch((error: unknown) => ({
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }))
  process.send?.(reply)
})
// A Ctrl-C reaches every process of the terminal. The parent decides when to end.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit(0))
