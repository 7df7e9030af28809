import type { Outcome } from '../../field/run-job.ts'
import type { Script } from '../script.ts'
import { fieldBatch } from './batch.ts'
import { documentOf, figureOf } from './document.ts'
import type { Job } from './jobs.ts'
import { jobsOf } from './jobs.ts'
import { compareUnderLoad } from './load.ts'
import { document, type Options, readOptions, usage } from './options.ts'

/** Certifies under the conditions of the field, and writes down what came of it: `npm run field -- --help`. */
export const field: Script<Job, Outcome, Options> = {
  name: 'field',
  usage,
  batch: fieldBatch,
  readOptions,
  jobsOf,
  documentsOf: () => [{ path: document, of: documentOf, campaign: 'field', jobs: jobsOf({}), figureOf }],
  before: options => (options.isLoad ? compareUnderLoad(options) : undefined),
}
