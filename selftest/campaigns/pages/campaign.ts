import { missingForBrowser } from '../../../pages/browser/process/installed.ts'
import type { Selection } from '../../pages/jobs.ts'
import { type Job, jobsOf } from '../../pages/jobs.ts'
import { rolesWithPages } from '../../pages/page-checks.ts'
import type { Outcome } from '../../pages/run-job.ts'
import { type CommonOptions, commonOptions, flag, readTable, several, text, usageOf } from '../options.ts'
import type { Script } from '../script.ts'
import { pagesBatch } from './batch.ts'
import { documentOf, figureOf } from './document.ts'

/** The document written from the results. */
const document = 'selftest/results/pages.md'

const table = {
  mutants: flag('mutants', 'only the mutants'),
  variants: flag('variants', 'only the variants'),
  roles: several(rolesWithPages, 'role', 'ROLE', `only this role (repeatable): ${rolesWithPages.join(', ')}`),
  name: text('name', 'PART', 'only names that contain this'),
  ...commonOptions('pages', document),
}

export const usage = `npm run pages -- [options]

Tries each mutant whose fault shows on a page in a browser, by the checks that find it with forms. Certifies each variant with scripted
pages with the browser and with forms. Finished jobs are skipped, so a run can be interrupted.

${usageOf(table)}`

type Options = Selection & CommonOptions

/** Reads the command line. Throws with the remedy if it cannot. */
export const readOptions = (args: string[]): Options => {
  const { mutants, variants, ...read } = readTable(table, args).read
  return { lanes: 1, ...read, ...(mutants === variants ? {} : { task: mutants ? 'mutant' : 'variant' }) }
}

const requireBrowser = (): undefined => {
  const missing = missingForBrowser()
  if (missing !== undefined) throw new Error(missing)
}

/** Tries mutants and variants of pages in a browser, and documents the results: `npm run pages -- --help`. */
export const pages: Script<Job, Outcome, Options> = {
  name: 'pages',
  usage,
  batch: pagesBatch,
  readOptions,
  jobsOf,
  documentsOf: () => [{ path: document, of: documentOf, figures: [{ campaign: 'pages', jobs: jobsOf({}), figureOf }] }],
  before: requireBrowser,
}
