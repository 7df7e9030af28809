import { roles } from '../../../protocol/operations.ts'
import { jobsOf } from '../../seeds/jobs.ts'
import type { Result } from './batch.ts'
import { doneOf, headline, number, type Results, unexpectedOf } from './results-table.ts'

/** Returns a row for each role and depth: the certified implementations, the seeds, and the alarms. */
const rowsOf = (results: Results): string[] =>
  (['quick', 'standard'] as const).flatMap(depth =>
    roles.map(role => {
      const jobs = jobsOf({ task: 'alarms', depth, roles: [role] })
      const done = doneOf(jobs, results)
      const raised = done.filter(({ isAsExpected }) => !isAsExpected).length
      const seeds = seedsIn(done)
      const minutes = done.reduce((sum, { seconds }) => sum + seconds, 0) / 60
      const missing = jobs.length - done.length
      const certified = `${done.length}${missing > 0 ? `, ${missing} not run` : ''}`
      return `| ${[role, depth, certified, number.format(seeds), raised, number.format(Math.round(minutes))].join(' | ')} |`
    }),
  )

const seedsIn = (done: readonly Result[]): number =>
  done.reduce((sum, result) => sum + ('seeds' in result ? result.seeds : 0), 0)

/** Returns the number of runs of the campaign that raised an alarm, and of seeds. */
export const alarmsFigure = (done: readonly Result[]): string => {
  const raised = done.filter(({ isAsExpected }) => !isAsExpected).length
  const implementations = new Set(done.map(({ role, name }) => `${role} ${name}`)).size
  return `${raised} of ${number.format(done.length)} runs of ${implementations} implementations raised an alarm, over ${number.format(seedsIn(done))} seeds`
}

/** Returns the text of alarms.md. */
export const alarmsDocument = (results: Results): string => {
  const jobs = jobsOf({ task: 'alarms' })
  const done = doneOf(jobs, results)
  const together = number.format(done.filter(result => result.together !== undefined).length)
  return `# False alarms over many seeds

Properties and models draw their values by the seed of the run. A conformant implementation that passes with one seed only passes by luck.
\`npm run seeds -- --alarms\` tries many, and \`npm run seeds -- --alarms --document\` writes down the results.

${headline(jobs, done)}

The unchanged reference and each variant are certified: nothing may fail, warn or be blocked, unless the variant says so. The whole
suite runs with the first seed. With the others, of a hundred at quick depth and of ten at standard, run the properties, models and
races: no other check draws values, so another seed makes no difference to it. At the reference the whole suite runs with ten.
They run against the same target, one seed after another, as they do in the field.

Variants that replace different decisions are certified together, up to five in one implementation; if that raises an alarm, each of them
is certified alone. ${together} of the runs were together with others.

| Role | Depth | Implementations | Seeds | With an alarm | Minutes |
| --- | --- | --- | --- | --- | --- |
${rowsOf(results).join('\n')}

## Unexpected results

${unexpectedOf(done)}
`
}
