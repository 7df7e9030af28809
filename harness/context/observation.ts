import type { Json } from '../../protocol/json.ts'
import type { Actors } from '../actors/actors.ts'
import type { RecordedRequest } from '../counterpart.ts'
import type { Target } from '../http/target.ts'
import { type Customer, createCustomer } from '../pages/checkout-page.ts'
import { addUntried, type Trace } from '../trace.ts'
import type { CheckRun } from './check-run.ts'

/** Milliseconds that the harness waits for a request that the target has to send. */
export const patienceMs = 5_000

/** What a check sees of the target other than its responses, and what it reports about it. */
export type Observing = {
  /**
   * Waits for notifications of one transaction, by its order id or reference. Returns them as soon as there are `count`
   * (1 by default), or those that came within `timeoutMs` (`patienceMs` by default).
   */
  notifications(reference: string, options?: { count?: number; timeoutMs?: number }): Promise<RecordedRequest[]>
  /** Returns a customer with a browser of its own. */
  customer(): Customer
  /** Reports what the target chose where the document is silent. */
  observe(value: Json, note?: string): void
  /**
   * Reports that one part of the clause could not be tried, while the check goes on with the others. `part` says in whole
   * sentences which part, why, and what would let it be tried. The verdict stays, and the report shows the part with it.
   */
  untried(part: string): void
}

type Dependencies = { actors: Actors; target: Target; checkRun: CheckRun; trace: Trace }

export const createObserving = ({ actors, target, checkRun: { signal }, trace }: Dependencies): Observing => ({
  notifications: (reference, { count = 1, timeoutMs = patienceMs } = {}) =>
    actors.journal.wait(request => request.kind === 'notification' && request.reference === reference, {
      count,
      timeoutMs,
      signal,
    }),
  customer: () => createCustomer(actors.run, { send: target.send, signal }),
  observe: (value, note) => void trace.observations.push({ value, ...(note === undefined ? {} : { note }) }),
  untried: part => addUntried(trace, part),
})
