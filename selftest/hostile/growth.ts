/** Prepares the measured work on an input of a size. */
export type Work = (size: number) => () => unknown

/** The least milliseconds of CPU time of a measurement, the largest size, the number of ratios, and of measurements of each time. */
const [leastMs, largest, rounds, tries] = [40, 1_048_576, 5, 3]

/** Measures the CPU time of some work in this thread, in milliseconds. */
const cpuMs = (work: () => unknown): number => {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/** Returns the shortest of several times: garbage collection may lengthen any of them. */
const shortestMs = (work: () => unknown): number => Math.min(...Array.from({ length: tries }, () => cpuMs(work)))

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/**
 * Returns how much longer work lasts on an input twice as large: the median of several ratios of CPU time, at sizes that last long enough
 * to measure; 1 if the largest input does not.
 */
export const growthOf = (work: Work): number => {
  let size = 4_096
  while (size < largest && cpuMs(work(size)) < leastMs) size *= 2
  if (size >= largest) return 1
  return median(Array.from({ length: rounds }, () => shortestMs(work(2 * size)) / shortestMs(work(size))))
}
