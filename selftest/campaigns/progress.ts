import type { Batch, Result, Shown } from './batch.ts'

const durationOf = (seconds: number): string => {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  return seconds < 5_400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`
}

/** Prints the outcome of each job, and an estimate for the rest. */
type Progress<Job, Outcome> = {
  begin: (commit: string) => void
  show: (job: Job, shown: Result<Job, Outcome> | { error: string }) => void
}

type Work<Job, Outcome> = { jobs: readonly Job[]; missing: readonly Job[]; before: readonly Result<Job, Outcome>[] }

/** `before`: results of any sources, to estimate the missing jobs from. */
export const openProgress = <Job, Outcome extends Shown>(
  { nameOf, estimateOf, linesOf }: Batch<Job, Outcome>,
  { jobs, missing, before }: Work<Job, Outcome>,
  lanes: number,
): Progress<Job, Outcome> => {
  const remaining = new Set(missing)
  const known = [...before]
  const timeLeft = () => {
    const left = [...remaining].map(job => estimateOf(job, known))
    // However many lanes there are, the rest lasts at least as long as its longest job.
    return durationOf(Math.max(left.reduce((sum, each) => sum + each, 0) / lanes, ...left))
  }
  const count = () => `${jobs.length - remaining.size}/${jobs.length}`
  return {
    begin: commit => console.log(`${count()} runs are done for ${commit}; the rest needs about ${timeLeft()}`),
    show: (job, shown) => {
      remaining.delete(job)
      if ('error' in shown) return console.log(`${count()} ERROR  ${nameOf(job)}: ${shown.error}`)
      known.push(shown)
      const [first = '', ...problems] = linesOf(shown)
      const line = `${count()} ${shown.isAsExpected ? 'right' : 'WRONG'}  ${nameOf(job)}: ${first}, ${shown.seconds} s`
      console.log([`${line}${remaining.size > 0 ? `; about ${timeLeft()} to go` : ''}`, ...problems].join('\n'))
    },
  }
}
