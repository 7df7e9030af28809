/** The requests that the counterpart may not have received, and when. Times are milliseconds of `performance.now()`. */
export type Losses = {
  /** Records a loss now, or at another moment. */
  add(what: string, at?: number): void
  /** Records an ongoing loss that starts now and ends when the returned function is called. */
  begin(what: string): () => void
  /** Returns the loss since a moment, and its remedy; `undefined` if nothing was. */
  since(at: number): string | undefined
}

type Loss = { what: string; first: number; last: number; count: number }

/** Losses of one kind within this many milliseconds are one entry; only the latest entries are kept. */
const entryMs = 1_000
const mostEntries = 500

/** Kinds that a message names. */
const mostNamed = 3

const remedy =
  'make the counterpart reachable for the target only: --listen on a separate address, or a firewall in front of it'

const clockOf = (at: number): string => new Date(performance.timeOrigin + at).toISOString().slice(11, 19)

const described = (losses: readonly Loss[]): string => {
  const counts = new Map<string, number>()
  for (const { what, count } of losses) counts.set(what, (counts.get(what) ?? 0) + count)
  const named = [...counts].slice(0, mostNamed).map(([what, count]) => `${what} (${count} times)`)
  const first = Math.min(...losses.map(loss => loss.first))
  const last = Math.min(Math.max(...losses.map(loss => loss.last)), performance.now())
  return `the counterpart may have lost requests of the target from ${clockOf(first)} to ${clockOf(last)} UTC: ${named.join(', ')}; ${remedy}`
}

/** Returns no losses yet. */
export const createLosses = (): Losses => {
  const losses: Loss[] = []
  const add = (what: string, at = performance.now()): Loss => {
    const latest = losses.findLast(loss => loss.what === what)
    const isSame =
      latest !== undefined && latest.last < Number.POSITIVE_INFINITY && Math.abs(at - latest.last) < entryMs
    const loss = isSame ? latest : { what, first: at, last: at, count: 0 }
    if (!isSame) losses.push(loss)
    if (losses.length > mostEntries) losses.shift()
    loss.count += 1
    loss.last = Math.max(loss.last, at)
    return loss
  }
  return {
    add: (what, at) => void add(what, at),
    begin: what => {
      const loss = add(what)
      loss.last = Number.POSITIVE_INFINITY
      return () => {
        loss.last = performance.now()
      }
    },
    since: at => {
      const found = losses.filter(({ last }) => last >= at)
      return found.length === 0 ? undefined : described(found)
    },
  }
}
