/** A request of a check, in milliseconds since 1970. */
export type Sent = { check: string; what: string; from: number; until: number }

/**
 * A step of the critical path: a request that the next one depended on; a wait of a check between two of its requests; or a switch to the
 * check whose end unblocked another.
 */
export type Step = { check: string; kind: 'request' | 'wait'; what: string; ms: number }

/** Milliseconds within which one event counts as caused by another. */
const soonMs = 100

/**
 * Returns the critical path of a run, from its first request to its last. It is traced backwards from the last request to the one that each
 * depended on: an earlier request of the same check or, if the check waited for others, the last request of the check that ended then.
 */
export const criticalPath = (sent: readonly Sent[]): Step[] => {
  const byEnd = sent.toSorted((a, b) => a.until - b.until)
  const lastOf = new Map(byEnd.map(request => [request.check, request]))
  const steps: Step[] = []
  let current = byEnd.at(-1)
  while (current) {
    const { check, what, from, until }: Sent = current
    steps.push({ check, kind: 'request', what, ms: until - from })
    const earlier = byEnd.slice(0, byEnd.indexOf(current)).filter(request => request.until <= from)
    const own = earlier.findLast(request => request.check === check)
    const other = earlier.findLast(request => request.check !== check && lastOf.get(request.check) === request)
    const gapMs = own === undefined ? Number.POSITIVE_INFINITY : from - own.until
    const wasLetIn = gapMs > soonMs && other !== undefined && from - other.until < soonMs
    const before: Sent | undefined = wasLetIn ? other : (own ?? earlier.at(-1))
    if (before) steps.push({ check, kind: 'wait', what: `after ${before.what}`, ms: from - before.until })
    current = before
  }
  return steps.reverse()
}

/** A check on the critical path: its share, its requests there, and its longest wait. */
export type Part = { check: string; requests: number; requestMs: number; waitMs: number; longest?: Step }

/** Groups the steps of a critical path by check, in order; consecutive steps of a check are one part. */
export const partsOf = (steps: readonly Step[]): Part[] => {
  const parts: Part[] = []
  for (const step of steps) {
    const last = parts.at(-1)
    const part = last?.check === step.check ? last : { check: step.check, requests: 0, requestMs: 0, waitMs: 0 }
    if (part !== last) parts.push(part)
    if (step.kind === 'request') {
      part.requests += 1
      part.requestMs += step.ms
    } else {
      part.waitMs += step.ms
      if (step.ms > (part.longest?.ms ?? 0)) part.longest = step
    }
  }
  return parts
}
