import { type Exchange, findingOf } from './exchange.ts'

/** The number of exchanges that are kept; the oldest is forgotten. */
export const longestJournal = 500

/** At most one refused signature in this time is diagnosed immediately, in ms; others wait until their page is opened. */
const searchEveryMs = 1_000

/** An exchange and its number, which grows by one. */
export type Entry = { number: number; exchange: Exchange }

/** The last exchanges of a role. */
export class Journal {
  readonly #entries: Entry[] = []
  readonly #listeners = new Set<(entry: Entry) => void>()
  readonly #now: () => number
  #last = 0
  #searchedAt = Number.NEGATIVE_INFINITY

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  add(exchange: Exchange): void {
    this.#look(exchange)
    const entry = { number: ++this.#last, exchange }
    this.#entries.push(entry)
    if (this.#entries.length > longestJournal) this.#entries.shift()
    for (const listener of this.#listeners) listener(entry)
  }

  /** Returns the entries after a number, the oldest first. */
  after(number = 0): readonly Entry[] {
    return this.#entries.filter(entry => entry.number > number)
  }

  /** Returns the exchange with a request id. */
  find(id: string): Exchange | undefined {
    return this.#entries.find(({ exchange }) => exchange.id === id)?.exchange
  }

  /** Calls a listener with each exchange from now on; the result unsubscribes it. */
  listen(listener: (entry: Entry) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #look({ checks }: Exchange): void {
    const check = checks.find(({ search }) => search !== undefined)
    if (check === undefined || this.#now() - this.#searchedAt < searchEveryMs) return
    this.#searchedAt = this.#now()
    findingOf(check)
  }
}
