import type { Json } from '../protocol/json.ts'

/** What the target chose where the document is silent, in words that a program can compare. */
export type Observation = { value: Json; note?: string }

/** What a check leaves behind apart from its outcome. */
export type Trace = {
  observations: Observation[]
  /** The parts of its clauses that it could not try: whole sentences, each once. */
  untried: string[]
  /** Ids of exchanges. */
  exchanges: string[]
  /** Steps to undo at its end. */
  undo: (() => void | Promise<void>)[]
}

/** Returns a trace without entries. */
export const newTrace = (): Trace => ({ observations: [], untried: [], exchanges: [], undo: [] })

/** Parts that a check names as not tried, at most. */
const mostUntried = 20

/** Adds a part that could not be tried, once, since a property names it for each of its values. */
export const addUntried = (trace: Trace, part: string): void => {
  if (!trace.untried.includes(part) && trace.untried.length < mostUntried) trace.untried.push(part)
}

/** Exchanges that a check keeps: the first ones, which are its controls, and the last ones, where it failed. */
const keptExchanges = 40

/** Adds an exchange to the trace, once. Drops one in the middle if there are more than `keptExchanges`. */
export const addExchange = (trace: Trace, exchange: string): void => {
  if (trace.exchanges.includes(exchange)) return
  trace.exchanges.push(exchange)
  if (trace.exchanges.length > keptExchanges) trace.exchanges.splice(keptExchanges / 2, 1)
}
