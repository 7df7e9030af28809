import { missingForBrowser } from '../../../pages/browser/process/installed.ts'
import { type Job, jobsOf } from '../../pages/jobs.ts'
import type { Outcome } from '../../pages/run-job.ts'
import type { Script } from '../script.ts'
import { pagesBatch } from './batch.ts'
import { documentOf, figureOf } from './document.ts'
import { document, type Options, readOptions, usage } from './options.ts'

const requireBrowser = (): undefined => {
  const missing = missingForBrowser()
  if (missing !== undefined) throw new Error(missing)
}

/** Tries mutants and variants of pages in a browser, and writes down what came of it: `npm run pages -- --help`. */
export const pages: Script<Job, Outcome, Options> = {
  name: 'pages',
  usage,
  batch: pagesBatch,
  readOptions,
  jobsOf,
  documentsOf: () => [{ path: document, of: documentOf, campaign: 'pages', jobs: jobsOf({}), figureOf }],
  before: requireBrowser,
}
