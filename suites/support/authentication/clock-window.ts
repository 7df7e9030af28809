/** Commonly configured clock differences, in seconds. */
const usual = [
  0, 5, 10, 15, 30, 45, 60, 90, 120, 180, 240, 300, 600, 900, 1200, 1800, 3600, 7200, 21_600, 43_200, 86_400,
]

/** How many seconds probes stay away from a boundary: a second may end between signing and verifying. */
const margin = 2

/**
 * Measures the largest accepted difference in seconds: at most 86400, undefined if not even 0 is accepted. Finds a common value in at
 * most eight probes, any other in at most sixteen more.
 */
export const clockWindow = async (accepts: (seconds: number) => Promise<boolean>): Promise<number | undefined> => {
  if (!(await accepts(0))) return undefined
  const found = await lastAccepted(usual, seconds => accepts(Math.max(0, seconds - margin)))
  const next = usual[usual.indexOf(found) + 1]
  if (next === undefined || !(await accepts(found + margin))) return found
  return between(accepts, found + margin, next - margin)
}

/** Returns the last accepted of ascending values; the first value counts as accepted. */
const lastAccepted = async (
  values: readonly number[],
  accepts: (value: number) => Promise<boolean>,
): Promise<number> => {
  let low = 0
  let high = values.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (await accepts(values[middle] ?? 0)) low = middle
    else high = middle
  }
  return values[low] ?? 0
}

const between = async (accepts: (seconds: number) => Promise<boolean>, low: number, high: number): Promise<number> => {
  let [accepted, refused] = [low, high]
  while (refused - accepted > margin) {
    const middle = Math.floor((accepted + refused) / 2)
    if (await accepts(middle)) accepted = middle
    else refused = middle
  }
  return accepted
}
