import { serveBundlesOfOne } from '../batch/serve-jobs.ts'
import { runJob } from './run-job.ts'

serveBundlesOfOne(runJob)
