import { roles } from '../../../protocol/operations.ts'
import { conditions } from '../../field/conditions.ts'
import type { Outcome } from '../../field/run-job.ts'
import { type CommonOptions, commonOptions, count, flag, one, readTable, several, usageOf } from '../options.ts'
import type { Script } from '../script.ts'
import { fieldBatch } from './batch.ts'
import { documentOf, figureOf, figureOfStarved } from './document.ts'
import { isStarved, type Job, jobsOf, type Selection } from './jobs.ts'
import { compareUnderLoad } from './load.ts'

/** The document written from the results. */
const document = 'selftest/results/field.md'

const names = conditions.map(({ name }) => name)

const table = {
  conditions: several(names, 'condition', 'NAME', `only this condition (repeatable): ${names.join(', ')}`),
  roles: several(roles, 'role', 'ROLE', 'only this role (repeatable)'),
  references: flag('references', 'only the references'),
  mutants: flag('mutants', 'only the mutants'),
  seeds: count('seeds', 'at most N seeds of each reference'),
  depth: one(
    ['quick', 'standard', 'thorough'],
    'depth',
    'DEPTH',
    'of the references: quick (the default without CPU), standard (the default otherwise) or thorough',
  ),
  ...commonOptions('field', document),
  isLoad: flag('load', 'certify on a machine under load instead, and compare with a free one'),
}

export const usage = `npm run field -- [options]

Certifies the reference of each role, and twenty mutants of each, under each condition of selftest/field/conditions.ts.
Finished jobs are skipped, so a run can be interrupted.

${usageOf(table)}`

type Options = Selection & CommonOptions & { isLoad: boolean }

/** Reads the command line. Throws with the remedy if it cannot. */
export const readOptions = (args: string[]): Options => {
  const { references, mutants, ...read } = readTable(table, args).read
  return { lanes: 1, ...read, ...(references === mutants ? {} : { kind: mutants ? 'mutants' : 'references' }) }
}

/** Certifies under field conditions, and documents the results: `npm run field -- --help`. */
export const field: Script<Job, Outcome, Options> = {
  name: 'field',
  usage,
  batch: fieldBatch,
  readOptions,
  jobsOf,
  documentsOf: () => [
    {
      path: document,
      of: documentOf,
      figures: [
        { campaign: 'field', jobs: jobsOf({}).filter(job => !isStarved(job)), figureOf },
        { campaign: 'starved', jobs: jobsOf({}).filter(isStarved), figureOf: figureOfStarved },
      ],
    },
  ],
  before: options => (options.isLoad ? compareUnderLoad(options) : undefined),
}
