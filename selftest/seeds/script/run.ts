import { runScript } from '../../batch/script.ts'
import { jobsOf } from '../jobs.ts'
import { alarmsDocument } from './alarms-document.ts'
import { seedsBatch } from './batch.ts'
import { faultsDocument } from './faults-document.ts'
import { documents, readOptions, usage } from './options.ts'

/** Tries planted faults and conformant implementations over many seeds, and writes down what came of it: `npm run seeds -- --help`. */
await runScript({
  name: 'seeds',
  usage,
  batch: seedsBatch,
  readOptions,
  jobsOf,
  documentsOf: ({ task }) => [
    ...(task === 'alarms' ? [] : [{ path: documents.faults, of: faultsDocument }]),
    ...(task === 'fault' ? [] : [{ path: documents.alarms, of: alarmsDocument }]),
  ],
})
