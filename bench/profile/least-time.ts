import type { Sent } from './critical-path.ts'

/** Returns the longest chain of requests, each of which began after the previous one ended. */
const chainOf = <T extends Pick<Sent, 'from' | 'until'>>(sent: readonly T[]): T[] => {
  const chain: T[] = []
  let end = Number.NEGATIVE_INFINITY
  for (const request of sent.toSorted((a, b) => a.until - b.until)) {
    if (request.from < end) continue
    chain.push(request)
    end = request.until
  }
  return chain
}

/** Returns the length of the longest chain of requests, each of which began after the previous one ended. */
export const longestChain = (sent: readonly Pick<Sent, 'from' | 'until'>[]): number => chainOf(sent).length

/**
 * The stages of a run: the preflight, the concurrent checks, the checks that run alone, those that also make the target hang, and the
 * return of the money.
 */
export type Stage = 'preflight' | 'together' | 'alone' | 'hangs' | 'return'

type Circumstances = {
  stageOf(check: string): Stage
  latencyMs: number
  /** Maximum number of requests in flight. */
  concurrency: number
}

/**
 * Returns the least milliseconds from the first to the last request of a run at this latency. Concurrent checks take as long as the
 * longest chain of requests in one of them, or as all their requests at full concurrency; checks that run alone take the sum of their
 * chains. The time of a hanging target counts in full; other waits are left out.
 */
export const leastMs = (sent: readonly Sent[], { stageOf, latencyMs, concurrency }: Circumstances): number => {
  const stages = Map.groupBy(sent, ({ check }) => stageOf(check))
  const chainsIn = (stage: Stage) =>
    [...Map.groupBy(stages.get(stage) ?? [], ({ check }) => check).values()].map(chainOf)
  const longestIn = (stage: Stage) => Math.max(0, ...chainsIn(stage).map(chain => chain.length))
  const together = Math.max(longestIn('together'), (stages.get('together')?.length ?? 0) / concurrency)
  const alone = chainsIn('alone').flat().length
  const hung = chainsIn('hangs').flat()
  const requests = longestIn('preflight') + together + alone + longestIn('return')
  return requests * latencyMs + hung.reduce((sum, { from, until }) => sum + until - from, 0)
}
