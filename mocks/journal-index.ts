import type { RecordedRequest } from './recorded-request.ts'

/** Requests in order of arrival, found by name, within bounds whatever a target sends. */
export type History = {
  readonly all: readonly RecordedRequest[]
  append(recorded: RecordedRequest): void
  /** Everything that may carry these names: all, when there are none. */
  candidates(names: { reference?: string; txid?: string } | undefined): readonly RecordedRequest[]
}

/** Bodies and headers may take about so many bytes together. */
export const weightLimit = 64 * 1024 * 1024

/** So many requests are remembered. */
export const countLimit = 50_000

const longestPath = 1024
const nodeBytes = 32

type Names = { reference?: string; txid?: string }

/** An empty history. */
export const createHistory = (limits = { weight: weightLimit, count: countLimit }): History => {
  const all: RecordedRequest[] = []
  const weights: number[] = []
  const index = createIndex()
  let weight = 0
  let light = 0 // so many of the oldest were stripped

  const lighten = () => {
    const oldest = all[light]
    if (oldest) strip(oldest)
    weight -= weights[light] ?? 0
    weights[light] = 0
    light += 1
  }

  // In batches: to remove one each time would move all the others each time.
  const forget = () => {
    const removed = all.splice(0, Math.ceil(limits.count / 10))
    for (const each of weights.splice(0, removed.length)) weight -= each
    light = Math.max(0, light - removed.length)
    for (const each of removed) index.removeOldest(each)
  }

  const append = (recorded: RecordedRequest) => {
    const added = weightOf(recorded)
    all.push(recorded)
    weights.push(added)
    index.add(recorded)
    weight += added
    // The newest keeps what it has: somebody is about to look at it.
    while (weight > limits.weight && light < all.length - 1) lighten()
    if (all.length > limits.count) forget()
  }

  return { all, append, candidates: names => index.find(names ?? {}) ?? all }
}

const createIndex = () => {
  const lists = new Map<string, RecordedRequest[]>()

  const add = (recorded: RecordedRequest) => {
    for (const key of keysOf(recorded)) {
      const list = lists.get(key)
      if (list) list.push(recorded)
      else lists.set(key, [recorded])
    }
  }

  // What goes is the oldest of all, so it is the first of each list that it is in.
  const removeOldest = (recorded: RecordedRequest) => {
    for (const key of keysOf(recorded)) {
      const list = lists.get(key)
      list?.shift()
      if (list?.length === 0) lists.delete(key)
    }
  }

  const find = (names: Names): readonly RecordedRequest[] | undefined => {
    const [key] = keysOf(names)
    return key === undefined ? undefined : (lists.get(key) ?? [])
  }

  return { add, removeOldest, find }
}

const keysOf = ({ txid, reference }: Names): string[] => [
  ...(txid === undefined ? [] : [`txid ${txid}`]),
  ...(reference === undefined ? [] : [`reference ${reference}`]),
]

// What JSON makes of a text may be far larger than the text: a node for every comma, bracket and colon.
const weightOf = ({ body, json, path, rawHeaders }: RecordedRequest): number => {
  const headers = rawHeaders.reduce((sum, each) => sum + each.length, 0)
  const nodes = json === undefined ? 0 : (body.match(/[[{,:]/g)?.length ?? 0)
  return body.length + path.length + 2 * headers + nodes * nodeBytes
}

const strip = (recorded: RecordedRequest): void => {
  recorded.body = ''
  delete recorded.json
  recorded.headers = {}
  recorded.rawHeaders = []
  // Through bytes, because a slice would hold on to the whole string.
  if (recorded.path.length > longestPath) recorded.path = Buffer.from(recorded.path).toString('utf8', 0, longestPath)
}
