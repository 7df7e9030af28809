import type { Sent } from './critical-path.ts'

/** Returns requests of which each began when the one before it had ended, as many as there are. */
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

/** Returns the largest number of requests of which each began when the one before it had ended. */
export const longestChain = (sent: readonly Pick<Sent, 'from' | 'until'>[]): number => chainOf(sent).length

/**
 * What runs when: the preflight, the checks that run together, those that run one by one, among them those that make the target hang, and
 * the return of the money.
 */
export type Stage = 'preflight' | 'together' | 'alone' | 'hangs' | 'return'

type Circumstances = {
  stageOf(check: string): Stage
  latencyMs: number
  /** Requests at a time, at most. */
  concurrency: number
}

/**
 * Returns the milliseconds that a run takes at least at a target that is so far away, from its first request to its last: stage by stage the
 * longest chain of requests in a check, or of those together all requests as many at a time as may be, and the sum of the chains of those
 * that run one by one. A target that hangs takes the time that it took; what else checks wait for is left out.
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
