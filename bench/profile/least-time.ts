import type { Sent } from './critical-path.ts'

/** Returns the largest number of requests of which each began when the one before it had ended. */
export const longestChain = (sent: readonly Pick<Sent, 'from' | 'until'>[]): number => {
  let chain = 0
  let end = Number.NEGATIVE_INFINITY
  for (const { from, until } of sent.toSorted((a, b) => a.until - b.until)) {
    if (from < end) continue
    chain += 1
    end = until
  }
  return chain
}

type Circumstances = {
  /** Ids of the checks that run one by one, after the others. */
  alone: ReadonlySet<string>
  latencyMs: number
  /** Requests at a time, at most. */
  concurrency: number
}

/**
 * Returns the milliseconds that the checks of a run take at least at a target that is so far away: the longest chain of a check, or all
 * requests as many at a time as may be; and after that the chains of those that run one by one. What they wait for is left out.
 */
export const leastMs = (sent: readonly Sent[], { alone, latencyMs, concurrency }: Circumstances): number => {
  const chains = [...Map.groupBy(sent, ({ check }) => check)].map(([check, requests]) => ({
    isAlone: alone.has(check),
    requests: requests.length,
    chain: longestChain(requests),
  }))
  const beside = chains.filter(({ isAlone }) => !isAlone)
  const requests = beside.reduce((sum, check) => sum + check.requests, 0)
  const longest = Math.max(0, ...beside.map(({ chain }) => chain))
  const oneByOne = chains.filter(({ isAlone }) => isAlone).reduce((sum, { chain }) => sum + chain, 0)
  return (Math.max(longest, requests / concurrency) + oneByOne) * latencyMs
}
