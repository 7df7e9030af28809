import { serveJobs } from '../../batch/serve-jobs.ts'
import { runJob } from '../run-job.ts'

serveJobs(runJob)
