import { runScript } from '../../batch/script.ts'
import { fieldBatch } from './batch.ts'
import { documentOf, figureOf } from './document.ts'
import { jobsOf } from './jobs.ts'
import { compareUnderLoad } from './load.ts'
import { document, readOptions, usage } from './options.ts'

/** Certifies under the conditions of the field, and writes down what came of it: `npm run field`; `npm run field -- --help`. */
await runScript({
  name: 'field',
  usage,
  batch: fieldBatch,
  readOptions,
  jobsOf,
  documentsOf: () => [{ path: document, of: documentOf, campaign: 'field', jobs: jobsOf({}), figureOf }],
  before: options => (options.isLoad ? compareUnderLoad(options) : undefined),
})
