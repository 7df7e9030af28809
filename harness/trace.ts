import type { Json } from '../protocol/json.ts'

/** What the target chose where the document is silent, in words that a program can compare. */
export type Observation = { value: Json; note?: string }

/** What a check leaves behind apart from its outcome: observations, ids of exchanges, and steps to undo at its end. */
export type Trace = { observations: Observation[]; exchanges: string[]; undo: (() => void | Promise<void>)[] }

/** Exchanges that a check keeps: the first ones, which are its controls, and the last ones, where it failed. */
const keptExchanges = 40

/** Adds an exchange to the trace, once. Drops one in the middle if there are more than `keptExchanges`. */
export const addExchange = (trace: Trace, exchange: string): void => {
  if (trace.exchanges.includes(exchange)) return
  trace.exchanges.push(exchange)
  if (trace.exchanges.length > keptExchanges) trace.exchanges.splice(keptExchanges / 2, 1)
}
