import { type Job, nameOf } from './jobs.ts'
import { estimateOf, type Result } from './results.ts'

const durationOf = (seconds: number): string => {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  return seconds < 5_400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`
}

/** Returns what a job showed in one line, and a line for each problem. */
const linesOf = ({ verdict, requests, seconds, isAsExpected, problems, ...job }: Result): string[] => {
  const what = job.mutant === undefined ? verdict : isAsExpected ? 'found' : `not found (${verdict})`
  return [
    `${isAsExpected ? 'right' : 'WRONG'}  ${nameOf(job)}: ${what}, ${requests} requests, ${seconds} s`,
    ...(job.mutant !== undefined && isAsExpected ? [] : problems).map(problem => `         ${problem}`),
  ]
}

/** Prints what each job shows, and about how long the rest takes. */
export type Progress = {
  begin: (commit: string) => void
  show: (job: Job, shown: Result | { error: string }) => void
}

/** `before`: results of any sources, from which the time of the missing jobs is estimated. */
export const openProgress = (
  { jobs, missing, before }: { jobs: readonly Job[]; missing: readonly Job[]; before: readonly Result[] },
  lanes: number,
): Progress => {
  const remaining = new Set(missing)
  const known = [...before]
  const timeLeft = () => {
    const left = [...remaining].map(job => estimateOf(job, known))
    // The longest job bounds the rest, however many lanes there are.
    return durationOf(Math.max(left.reduce((sum, each) => sum + each, 0) / lanes, ...left))
  }
  const count = () => `${jobs.length - remaining.size}/${jobs.length}`
  return {
    begin: commit => console.log(`${count()} runs are done for ${commit}; the rest takes about ${timeLeft()}`),
    show: (job, shown) => {
      remaining.delete(job)
      if ('error' in shown) return console.log(`${count()} ERROR  ${nameOf(job)}: ${shown.error}`)
      known.push(shown)
      const [first = '', ...problems] = linesOf(shown)
      console.log(
        [`${count()} ${first}${remaining.size > 0 ? `; about ${timeLeft()} to go` : ''}`, ...problems].join('\n'),
      )
    },
  }
}
