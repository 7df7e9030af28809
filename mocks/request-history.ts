import type { RecordedRequest } from '../harness/counterpart.ts'
import type { Losses } from './losses.ts'

/** Recorded requests in order of arrival. Memory is bounded, whatever a target sends. */
export type RequestHistory = {
  readonly all: readonly RecordedRequest[]
  /** How many requests were appended. */
  readonly count: number
  /** Adds a request; one of a stranger only as long as the share of strangers lasts. */
  append(request: RecordedRequest, isStranger?: boolean): void
}

/** Approximate limit, in bytes, for all bodies and headers together. */
const weightLimit = 64 * 1024 * 1024

/** Requests that are kept. */
const countLimit = 50_000

/** The share of these that requests of strangers may take. */
const strangersShare = 1 / 16

const longestPath = 1024
const nodeBytes = 32

/**
 * Returns an empty history. Beyond `limits.weight` bytes the oldest requests lose their bodies and headers; beyond
 * `limits.count` requests the oldest are dropped. Either is noted as a loss at their time of arrival.
 */
export const createRequestHistory = (
  limits = { weight: weightLimit, count: countLimit },
  losses: Pick<Losses, 'add'> = { add: () => undefined },
): RequestHistory => {
  const strangers = { weight: 0, count: 0 }
  const all: RecordedRequest[] = []
  const weights: number[] = []
  let totalWeight = 0
  let strippedCount = 0
  let droppedCount = 0

  const stripOldest = () => {
    const oldest = all[strippedCount]
    if (oldest && (weights[strippedCount] ?? 0) > 0) losses.add('the content of a request was dropped', oldest.at)
    if (oldest) strip(oldest)
    totalWeight -= weights[strippedCount] ?? 0
    weights[strippedCount] = 0
    strippedCount += 1
  }

  // Drops a batch: each removal moves all remaining entries.
  const dropOldest = () => {
    const dropped = all.splice(0, Math.ceil(limits.count / 10))
    for (const weight of weights.splice(0, dropped.length)) totalWeight -= weight
    const last = dropped.at(-1)
    if (last) losses.add('requests were dropped', last.at)
    strippedCount = Math.max(0, strippedCount - dropped.length)
    droppedCount += dropped.length
  }

  const append = (request: RecordedRequest, isStranger = false) => {
    const weight = weightOf(request)
    if (isStranger) {
      strangers.weight += weight
      strangers.count += 1
      const { weight: used, count } = strangers
      if (used > limits.weight * strangersShare || count > limits.count * strangersShare) return
    }
    all.push(request)
    weights.push(weight)
    totalWeight += weight
    // The newest request stays whole, since a check is about to read it.
    while (totalWeight > limits.weight && strippedCount < all.length - 1) stripOldest()
    if (all.length > limits.count) dropOldest()
  }

  return {
    all,
    get count() {
      return droppedCount + all.length
    },
    append,
  }
}

// Parsed JSON may be far larger than its text: one node for every comma, bracket and colon.
const weightOf = ({ body, json, path, rawHeaders }: RecordedRequest): number => {
  const headers = rawHeaders.reduce((sum, text) => sum + text.length, 0)
  const nodes = json === undefined ? 0 : (body.match(/[[{,:]/g)?.length ?? 0)
  return body.length + path.length + 2 * headers + nodes * nodeBytes
}

const strip = (request: RecordedRequest): void => {
  request.body = ''
  delete request.json
  request.headers = {}
  request.rawHeaders = []
  // Copies through bytes: a slice would keep the whole string in memory.
  if (request.path.length > longestPath) request.path = Buffer.from(request.path).toString('utf8', 0, longestPath)
}
