import { runScript } from '../../batch/script.ts'
import { jobsOf } from '../jobs.ts'
import { seedsBatch } from './batch.ts'
import { documentOf } from './document.ts'
import { document, readOptions, usage } from './options.ts'

/** Tries planted faults and conformant implementations over many seeds, and writes docs/seeds.md: `npm run seeds -- --help`. */
await runScript({
  name: 'seeds',
  usage,
  batch: seedsBatch,
  readOptions,
  jobsOf,
  document: { path: document, of: documentOf },
})
