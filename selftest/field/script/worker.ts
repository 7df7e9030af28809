import { serveBundlesOfOne } from '../../batch/serve-jobs.ts'
import { runJob } from '../run-job.ts'
import type { Job } from './jobs.ts'

// A result is kept without the line of every verdict.
serveBundlesOfOne(async (job: Job) => {
  const { line: _, ...outcome } = await runJob(job)
  return outcome
})
