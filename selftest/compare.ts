import { writeFileSync } from 'node:fs'
import { runScript } from './campaigns/script.ts'
import { comparisonBatch } from './comparison/batch.ts'
import { compareRecords, comparisonText } from './comparison/differences.ts'
import { isSelected, jobsOf } from './comparison/jobs.ts'
import { type Options, readOptions, usage } from './comparison/options.ts'
import { byKey, readRecord } from './comparison/record.ts'

/** Prints the differences between two records; returns 1 if there are any. */
const printDifferences = async ({ files: [before = '', after = '', ...noise], differing, ...selection }: Options) => {
  const recordOf = (...files: string[]) =>
    byKey(files.flatMap(readRecord).filter(result => isSelected(result, selection)))
  const compared = compareRecords(recordOf(before, ...noise), recordOf(after))
  const different = compared.differences.filter(each => each.different.length > 0)
  if (differing !== undefined) writeFileSync(differing, different.map(({ key }) => `${key}\n`).join(''))
  console.log(comparisonText(compared))
  return different.length > 0 ? 1 : 0
}

/** Shows whether a change affected any verdict: `node selftest/compare.ts --help`. */
await runScript({
  name: 'compare',
  usage,
  batch: comparisonBatch,
  readOptions,
  jobsOf,
  documentsOf: () => [],
  before: options => (options.files.length > 0 ? printDifferences(options) : undefined),
})
