/**
 * Runs jobs in this many lanes. The first lane runs any job, the others only shared ones, so that two CPU-bound jobs never run together.
 * Within a kind the longest goes first. Ends when all are done or, once the signal is aborted, after the current ones.
 */
export const runInLanes = async <Job>(
  jobs: readonly Job[],
  {
    lanes,
    estimate,
    isShared,
    signal,
  }: { lanes: number; estimate: (job: Job) => number; isShared: (job: Job) => boolean; signal: AbortSignal },
  carryOut: (job: Job, lane: number) => Promise<void>,
): Promise<void> => {
  const longestFirst = jobs.toSorted((a, b) => estimate(b) - estimate(a))
  const shared = longestFirst.filter(isShared)
  const alone = longestFirst.filter(job => !isShared(job))
  const next = (lane: number): Job | undefined => (lane === 0 ? (alone.shift() ?? shared.shift()) : shared.shift())
  const runLane = async (lane: number): Promise<void> => {
    for (let job = next(lane); job !== undefined && !signal.aborted; job = next(lane)) await carryOut(job, lane)
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)))
}
