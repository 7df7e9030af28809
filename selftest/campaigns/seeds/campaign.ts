import { roles } from '../../../protocol/operations.ts'
import type { Selection } from '../../seeds/jobs.ts'
import { type Job, jobsOf } from '../../seeds/jobs.ts'
import type { Outcome } from '../../seeds/run-job.ts'
import { type CommonOptions, commonOptions, count, flag, one, readTable, several, text, usageOf } from '../options.ts'
import type { Script } from '../script.ts'
import { alarmsDocument, alarmsFigure } from './alarms-document.ts'
import { seedsBatch } from './batch.ts'
import { faultsDocument, faultsFigure } from './faults-document.ts'

/** The documents written from the results. */
const documents = { faults: 'selftest/results/faults.md', alarms: 'selftest/results/alarms.md' }

const table = {
  faults: flag('faults', 'only the planted faults'),
  alarms: flag('alarms', 'only the reference and the variants'),
  roles: several(roles, 'role', 'ROLE', 'only this role (repeatable)'),
  name: text('name', 'PART', 'only names that contain this'),
  seeds: count('seeds', 'at most N seeds'),
  depth: one(['quick', 'standard'], 'depth', 'DEPTH', 'of the reference and the variants only quick, or only standard'),
  ...commonOptions('seeds', `${documents.faults} and ${documents.alarms}, or the one selected,`),
}

export const usage = `npm run seeds -- [options]

Tries each planted fault that has a kind with ten seeds at standard depth, and replays the checks that find it. Certifies the reference and
each variant with a hundred seeds at quick depth and ten at standard. Finished jobs are skipped, so a run can be interrupted.

${usageOf(table)}`

type Options = Selection & CommonOptions

/** Reads the command line. Throws with the remedy if it cannot. */
export const readOptions = (args: string[]): Options => {
  const { faults, alarms, ...read } = readTable(table, args).read
  return { lanes: 1, ...read, ...(faults === alarms ? {} : { task: faults ? 'fault' : 'alarms' }) }
}

const faults = {
  path: documents.faults,
  of: faultsDocument,
  figures: [{ campaign: 'faults', jobs: jobsOf({ task: 'fault' }), figureOf: faultsFigure }],
} as const

const alarms = {
  path: documents.alarms,
  of: alarmsDocument,
  figures: [{ campaign: 'alarms', jobs: jobsOf({ task: 'alarms' }), figureOf: alarmsFigure }],
} as const

/** Tries planted faults and conformant implementations over many seeds, and documents the results: `npm run seeds -- --help`. */
export const seeds: Script<Job, Outcome, Options> = {
  name: 'seeds',
  usage,
  batch: seedsBatch,
  readOptions,
  jobsOf,
  documentsOf: ({ task }) => [...(task === 'alarms' ? [] : [faults]), ...(task === 'fault' ? [] : [alarms])],
}
