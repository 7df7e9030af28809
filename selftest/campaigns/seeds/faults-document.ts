import { jobsOf } from '../../seeds/jobs.ts'
import { isProven } from '../../seeds/run-job.ts'
import type { Result } from './batch.ts'
import { faultTables } from './fault-tables.ts'
import { doneOf, headline, number, type Results, unexpectedOf } from './results-table.ts'

const provenOf = (done: readonly Result[]): string => {
  const proven = done.filter(({ trial }) => trial && isProven(trial)).length
  return `${proven} of ${done.length} trials of a fault found it, and every replay came out as required.`
}

/** Returns the number of trials of the campaign that found their fault, and of those that did not replay as required. */
export const faultsFigure = (done: readonly Result[]): string => {
  const found = done.filter(({ trial }) => trial?.check !== undefined)
  const unproven = found.filter(({ trial }) => trial && !isProven(trial)).length
  const faults = new Set(done.map(({ role, name }) => `${role} ${name}`)).size
  const replays = unproven === 0 ? 'every replay' : `the replays of all but ${number.format(unproven)}`
  return `${number.format(found.length)} of ${number.format(done.length)} trials of ${faults} faults found the fault, and ${replays} came out as required`
}

/** Returns the text of faults.md. */
export const faultsDocument = (results: Results): string => {
  const jobs = jobsOf({ task: 'fault' })
  const done = doneOf(jobs, results)
  return `# Planted faults over many seeds

Properties and models draw their values by the seed of the run. A fault that only one seed finds is found by luck.
\`npm run seeds -- --faults\` tries ten, and \`npm run seeds -- --faults --document\` writes down the results.

${headline(jobs, done)}

Each fault is planted in the reference alone, and tried with ten seeds at standard depth by the checks of the clause that it
breaks. At least nine must find it. The failing check is replayed three times against the fault, with the result FAILED, and once
against the unchanged reference, with the result FIXED. The smallest case is the shortest of the shrunk values; beside it
is the number of seeds that shrank to the same.

${provenOf(done)}

${faultTables(results)}

## Unexpected results

${unexpectedOf(done)}
`
}
