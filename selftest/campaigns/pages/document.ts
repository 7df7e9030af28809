import { type Job, jobsOf, nameOf } from '../../pages/jobs.ts'
import { pageMutantsOf, rolesWithPages } from '../../pages/page-checks.ts'
import { unseen } from '../../pages/unseen.ts'
import type { Result } from './batch.ts'

type Results = ReadonlyMap<string, Result>

const doneOf = (jobs: readonly Job[], results: Results): Result[] => jobs.flatMap(job => results.get(nameOf(job)) ?? [])

const cell = (text: string): string => text.replaceAll(/[\s|`<>]+/g, ' ').trim()

/** Returns a row for each role: its mutants, those tried, those found, and by how many checks. */
const mutantRows = (results: Results): string[] =>
  rolesWithPages.map(role => {
    const jobs = jobsOf({ task: 'mutant', roles: [role] })
    const done = doneOf(jobs, results)
    const found = done.filter(result => result.found.length > 0)
    const pairs = [found, done].map(each => each.reduce((sum, result) => sum + result.found.length, 0))
    const silent = done.reduce((sum, result) => sum + result.silent.length, 0)
    const cells = [role, jobs.length, done.length, found.length, `${pairs[0]} of ${(pairs[1] ?? 0) + silent}`]
    return `| ${cells.join(' | ')} |`
  })

/** Returns a row for each clause: its mutants, and the checks that find them. */
const clauseRows = (results: Results): string[] =>
  rolesWithPages.flatMap(role =>
    [...Map.groupBy(pageMutantsOf(role), ({ breaks }) => breaks)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([clause, mutants]) => {
        const done = mutants.flatMap(({ name }) => results.get(nameOf({ task: 'mutant', role, name })) ?? [])
        const checks = new Set(done.flatMap(({ found }) => found))
        const missing = mutants.length - done.length
        const found = done.filter(result => result.found.length > 0).length
        const shown = `${found}/${done.length}${missing > 0 ? `, ${missing} not run` : ''}`
        return `| ${[role, clause, shown, [...checks].map(id => `\`${id}\``).join(', ')].join(' | ')} |`
      }),
  )

const variantRows = (results: Results): string[] => {
  const jobs = jobsOf({ task: 'variant' })
  return [...Map.groupBy(jobs, ({ role, name }) => `${role} | ${name}`)].map(([title, own]) => {
    const verdicts = own.map(job => {
      const result = results.get(nameOf(job))
      if (result === undefined) return 'not run'
      return `${result.verdict}${result.isAsExpected ? '' : ', not as expected'}, ${Math.round(result.seconds)} s`
    })
    return `| ${title} | ${verdicts.join(' | ')} |`
  })
}

const silentLines = (done: readonly Result[]): string[] =>
  done
    .filter(({ silent }) => silent.length > 0)
    .map(result => `- ${nameOf(result)}: ${result.silent.map(id => `\`${id}\``).join(', ')}`)

const unexpectedLines = (done: readonly Result[]): string[] =>
  done
    .filter(({ isAsExpected }) => !isAsExpected)
    .map(result => {
      const what = result.task === 'mutant' && result.found.length === 0 ? 'not found' : result.verdict
      return [`- ${nameOf(result)}: ${what}`, ...result.problems.slice(0, 5).map(text => `  - ${cell(text)}`)].join(
        '\n',
      )
    })

const listOr = (lines: readonly string[], none: string): string => (lines.length > 0 ? lines.join('\n') : none)

const dateOf = (done: readonly Result[]): string => {
  const days = done.map(({ at }) => at.slice(0, 10)).sort()
  return [...new Set([days.at(0), days.at(-1)])].join(' to ')
}

/** Returns the number of runs of the campaign that were as expected, and of mutants found. */
export const figureOf = (done: readonly Result[]): string => {
  const expected = done.filter(({ isAsExpected }) => isAsExpected).length
  const mutants = done.filter(({ task }) => task === 'mutant')
  const found = mutants.filter(result => result.found.length > 0).length
  return `${expected} of ${done.length} runs as expected; ${found} of ${mutants.length} mutants found`
}

/** Returns the text of pages.md from the results of one state of the sources. */
export const documentOf = (results: Results): string => {
  const jobs = jobsOf({})
  const done = doneOf(jobs, results)
  const commits = [...new Set(done.map(({ commit }) => commit))].join(', ')
  return `# Pages in a browser

The self-test uses hosted and consent pages with the \`forms\` driver, since that is fast. A fault that is found with forms must be
found with the \`browser\` driver as well, and a page that needs script must be certified by it. \`npm run pages\` tries this, and
\`npm run pages -- --document\` writes it down.

${done.length} of ${jobs.length} runs; ${dateOf(done)}; commit ${commits}.

## Faults that show on a page

Each mutant that a check finds on a page with forms is tried in the browser, by the same checks of the clause that it breaks. At least
one of them must find it, and only clauses that the mutant names may fail. As in any run, generated values, series of steps and
races go by forms where the pages of a mutant have no script. The last column counts the pairs of a check and a
mutant.

| Role | Mutants | Tried | Found | Found by check and mutant |
| --- | --- | --- | --- | --- |
${mutantRows(results).join('\n')}

| Role | Clause | Found | By |
| --- | --- | --- | --- |
${clauseRows(results).join('\n')}

### What no browser can show

${listOr(
  Object.entries(unseen).map(([name, reason]) => `- ${name}: ${reason}`),
  'Nothing.',
)}

### Checks that find a fault with forms only

${listOr(silentLines(done), 'None.')}

## Pages in script

Each variant whose pages need script is certified as a whole, twice. With the browser nothing may fail, warn or be blocked. With forms
nothing may fail or warn, and each check that is blocked must name the setting that has a browser use the page.

| Role | Variant | With the browser | With forms |
| --- | --- | --- | --- |
${variantRows(results).join('\n')}

## Unexpected results

${listOr(unexpectedLines(done), 'Nothing.')}
`
}
