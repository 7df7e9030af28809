import { type Job, jobsOf } from '../../seeds/jobs.ts'
import type { Outcome } from '../../seeds/run-job.ts'
import type { Script } from '../script.ts'
import { alarmsDocument, alarmsFigure } from './alarms-document.ts'
import { seedsBatch } from './batch.ts'
import { faultsDocument, faultsFigure } from './faults-document.ts'
import { documents, type Options, readOptions, usage } from './options.ts'

const faults = {
  path: documents.faults,
  of: faultsDocument,
  campaign: 'faults',
  jobs: jobsOf({ task: 'fault' }),
  figureOf: faultsFigure,
} as const

const alarms = {
  path: documents.alarms,
  of: alarmsDocument,
  campaign: 'alarms',
  jobs: jobsOf({ task: 'alarms' }),
  figureOf: alarmsFigure,
} as const

/** Tries planted faults and conformant implementations over many seeds, and writes down what came of it: `npm run seeds -- --help`. */
export const seeds: Script<Job, Outcome, Options> = {
  name: 'seeds',
  usage,
  batch: seedsBatch,
  readOptions,
  jobsOf,
  documentsOf: ({ task }) => [...(task === 'alarms' ? [] : [faults]), ...(task === 'fault' ? [] : [alarms])],
}
