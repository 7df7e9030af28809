import { conditions } from '../../field/conditions.ts'
import type { Result } from './batch.ts'
import { type Job, jobsOf, nameOf } from './jobs.ts'

const number = new Intl.NumberFormat('en')

/** Returns the median; of an even number of values, the upper middle one. */
const medianOf = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** Returns the range of the values, as `12` or `12–15`. */
const span = (values: readonly number[]): string =>
  [...new Set([Math.min(...values), Math.max(...values)].map(value => number.format(Math.round(value))))].join('–')

const verdictsOf = (references: readonly Result[]): string =>
  [
    ...Map.groupBy(references, ({ verdict, isAsExpected }) =>
      verdict === 'conformant' && !isAsExpected ? 'conformant, with warnings or something blocked' : verdict,
    ),
  ]
    .map(([verdict, { length }]) => `${length} ${verdict}`)
    .join(', ')

/** Returns the row of a condition and a role; the document's present row if nothing of it was run. */
const rowOf = (jobs: readonly Job[], results: ReadonlyMap<string, Result>, present: string): string => {
  const { condition = '', role = '' } = jobs[0] ?? {}
  const done = jobs.flatMap(job => results.get(nameOf(job)) ?? [])
  const earlier = present.split('\n').find(line => line.startsWith(`| ${condition} | ${role} | `))
  if (done.length === 0 && earlier !== undefined) return earlier
  const references = done.filter(({ mutant }) => mutant === undefined)
  const mutants = done.filter(({ mutant }) => mutant !== undefined)
  const found = mutants.filter(({ isAsExpected }) => isAsExpected).length
  const of = jobs.filter(({ mutant }) => mutant !== undefined).length
  const requests = medianOf(references.map(result => result.requests))
  const cells =
    references.length === 0
      ? ['not run', '', '']
      : [verdictsOf(references), span(references.map(({ seconds }) => seconds)), number.format(requests ?? 0)]
  const missing = mutants.length < of ? `, ${of - mutants.length} not run` : ''
  const shown = of === 0 ? 'not tried' : mutants.length === 0 ? 'not run' : `${found}/${mutants.length}${missing}`
  return `| ${[condition, role, ...cells, shown, done.length === 0 ? '' : dateOf(done)].join(' | ')} |`
}

const unexpected = (results: readonly Result[]): string =>
  results
    .filter(({ isAsExpected }) => !isAsExpected)
    .map(result => {
      const problems = result.problems.slice(0, 10).map(problem => `  - ${problem.replaceAll(/[\s|`<>]+/g, ' ')}`)
      const what = result.mutant === undefined ? result.verdict : `not found (${result.verdict})`
      return [`- ${nameOf(result)}: ${what}`, ...problems].join('\n')
    })
    .join('\n')

const dateOf = (results: readonly Result[]): string => {
  const days = results.map(({ at }) => at.slice(0, 10)).sort()
  return [...new Set([days.at(0), days.at(-1)])].join(' to ')
}

/** Returns the number of runs of the campaign that were as expected, and of conditions. */
export const figureOf = (done: readonly Result[]): string => {
  const expected = done.filter(({ isAsExpected }) => isAsExpected).length
  const under = new Set(done.map(({ condition }) => condition)).size
  return `${number.format(expected)} of ${number.format(done.length)} runs as expected, under ${under} conditions`
}

/** Returns how many runs without CPU were as expected, and their verdicts. */
export const figureOfStarved = (done: readonly Result[]): string => {
  const expected = done.filter(({ isAsExpected }) => isAsExpected).length
  return `${expected} of ${done.length} runs as expected: ${verdictsOf(done)}`
}

/** Returns the text of field.md from the results of one state of the sources, and from its present text. */
export const documentOf = (results: ReadonlyMap<string, Result>, present = ''): string => {
  const jobs = jobsOf({})
  const done = jobs.flatMap(job => results.get(nameOf(job)) ?? [])
  const rows = [...Map.groupBy(jobs, ({ condition, role }) => `${condition} ${role}`).values()].map(own =>
    rowOf(own, results, present),
  )
  const commits = [...new Set(done.map(({ commit }) => commit))].join(', ')
  return `# Verdicts in the field

The self-test certifies on loopback, where nothing stands between the harness and its target. Targets in the field stand behind
proxies and limits, far away, with their own clocks and workers. No such condition may change a verdict: under each of them the
reference of each role must be conformant, with nothing failed, warned or blocked, and twenty mutants of each role must be found
by the clause that they break. Without CPU, checks that say how slow it was may be blocked; nothing fails or warns.

\`npm run field\` runs this, and \`npm run field -- --document\` writes it down. The reference is certified at standard depth, with
five seeds, or with one where a limit makes a run long; without CPU at quick depth, with three. A mutant is tried by its clause, at quick depth. A condition that means
nothing to a role has no row, and mutants whose fault cannot show under a condition are not tried. Seconds are of the fastest and
the slowest run, requests those of the run in the middle. A row keeps the day of its last run.

The last runs: ${done.length} of ${jobs.length}; ${dateOf(done)}; commit ${commits}.

| Condition | Role | Reference | Seconds | Requests | Mutants found | Day |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

## The conditions

${conditions.map(({ name, story }) => `- **${name}**: ${story}`).join('\n')}

## Unexpected results

${unexpected(done) || 'Nothing.'}
`
}
