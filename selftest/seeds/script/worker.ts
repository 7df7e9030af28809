import { serveJobs } from '../../batch/serve-jobs.ts'
import { runBundle } from '../run-job.ts'

serveJobs(runBundle)
