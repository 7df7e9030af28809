import { type Job, nameOf } from '../../seeds/jobs.ts'
import type { Result } from './batch.ts'

export type Results = ReadonlyMap<string, Result>

export const number = new Intl.NumberFormat('en')

/** Returns the results of the finished jobs. */
export const doneOf = (jobs: readonly Job[], results: Results): Result[] =>
  jobs.flatMap(job => results.get(nameOf(job)) ?? [])

const dateOf = (done: readonly Result[]): string => {
  const days = done.map(({ at }) => at.slice(0, 10)).sort()
  return [...new Set([days.at(0), days.at(-1)])].join(' to ')
}

const commitsOf = (done: readonly Result[]): string => {
  const counts = new Map<string, number>()
  for (const { commit } of done) counts.set(commit, (counts.get(commit) ?? 0) + 1)
  if (counts.size < 2) return `commit ${[...counts.keys()].join()}`
  return `commits ${[...counts].map(([commit, count]) => `${commit} (${number.format(count)})`).join(', ')}`
}

/** Returns a line with the number of finished jobs, their dates and commits. */
export const headline = (jobs: readonly Job[], done: readonly Result[]): string =>
  `${number.format(done.length)} of ${number.format(jobs.length)} runs; ${dateOf(done)}; ${commitsOf(done)}.`

const problemsOf = ({ alarms, trial }: Result): string[] => {
  if (trial === undefined) return alarms
  if (trial.check === undefined) return ['not found']
  return [`${trial.check}: ${[...trial.replays, trial.afterwards].join(', ')}`]
}

/** Lists the results that were not as expected. */
export const unexpectedOf = (done: readonly Result[]): string =>
  done
    .filter(({ isAsExpected }) => !isAsExpected)
    .map(result => {
      const problems = problemsOf(result).slice(0, 5)
      return [`- ${nameOf(result)}`, ...problems.map(text => `  - ${text.replaceAll(/[\s|`<>]+/g, ' ')}`)].join('\n')
    })
    .join('\n') || 'Nothing.'
