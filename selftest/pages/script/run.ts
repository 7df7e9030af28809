import { missingForBrowser } from '../../../pages/browser/process/installed.ts'
import { runScript } from '../../batch/script.ts'
import { jobsOf } from '../jobs.ts'
import { pagesBatch } from './batch.ts'
import { documentOf, figureOf } from './document.ts'
import { document, readOptions, usage } from './options.ts'

const requireBrowser = (): undefined => {
  const missing = missingForBrowser()
  if (missing !== undefined) throw new Error(missing)
}

/** Tries mutants and variants of pages in a browser, and writes down what came of it: `npm run pages -- --help`. */
await runScript({
  name: 'pages',
  usage,
  batch: pagesBatch,
  readOptions,
  jobsOf,
  documentsOf: () => [{ path: document, of: documentOf, campaign: 'pages', jobs: jobsOf({}), figureOf }],
  before: requireBrowser,
})
