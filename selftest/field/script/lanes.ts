import { conditions } from '../conditions.ts'
import type { Job } from './jobs.ts'

const isSlow = ({ condition }: Job): boolean => conditions.some(({ name, isSlow }) => name === condition && isSlow)

/**
 * Carries out jobs in so many lanes at the same time. The first lane takes any job, the others only those that mostly
 * wait, so that what needs the processor never runs beside its like. Within a kind the longest goes first. Ends when all
 * are done, or after the current ones once the signal is aborted.
 */
export const runInLanes = async (
  jobs: readonly Job[],
  { lanes, estimate, signal }: { lanes: number; estimate: (job: Job) => number; signal: AbortSignal },
  carryOut: (job: Job, lane: number) => Promise<void>,
): Promise<void> => {
  const longestFirst = jobs.toSorted((a, b) => estimate(b) - estimate(a))
  const waiting = longestFirst.filter(isSlow)
  const working = longestFirst.filter(job => !isSlow(job))
  const next = (lane: number): Job | undefined => (lane === 0 ? (working.shift() ?? waiting.shift()) : waiting.shift())
  const runLane = async (lane: number): Promise<void> => {
    for (let job = next(lane); job && !signal.aborted; job = next(lane)) await carryOut(job, lane)
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)))
}
